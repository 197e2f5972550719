"""Tokens can be ended, people can be banned"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("serial", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("banned", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.drop_column("banned")
        people.drop_column("serial")
