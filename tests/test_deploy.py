"""The files for hosting: as far as they can be checked without a container engine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from boriken.web import shared

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = ("Containerfile", "compose.yaml", "boriken.service", "nginx.conf", "Caddyfile")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"no {program} here")


def variables(text: str) -> set[str]:
    return set(re.findall(r"\bBORIKEN_[A-Z_]+\b", text))


def settings() -> set[str]:
    """All that the program reads from the environment, but for what a parent tells its workers by it."""
    found = {name for path in (ROOT / "boriken").rglob("*.py") for name in variables(path.read_text())}
    return found - {shared.VARIABLE}


def test_every_setting_is_in_the_table_for_hosts() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE)
    assert len(rows) == len(set(rows))
    assert set(rows) - {"PORT", "FORWARDED_ALLOW_IPS", "PROMETHEUS_MULTIPROC_DIR"} == settings()


@pytest.mark.parametrize("name", FILES)
def test_no_file_names_a_setting_that_there_is_not(name: str) -> None:
    assert variables((DEPLOY / name).read_text()) <= settings()


def test_the_compose_file_is_what_it_should_be() -> None:
    yaml = pytest.importorskip("yaml")
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(compose) == {"name", "services", "volumes"}
    site, database = compose["services"]["site"], compose["services"]["database"]
    assert (DEPLOY / site["build"]["context"]).resolve() == ROOT
    assert (ROOT / site["build"]["dockerfile"]).is_file()
    assert site["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert database["healthcheck"]["test"][0] == "CMD-SHELL"
    assert all(port.startswith("127.0.0.1:") for port in site["ports"])
    for service in (site, database):
        named = {volume.split(":")[0] for volume in service["volumes"]}
        assert named <= set(compose["volumes"])
    kept = {volume.split(":")[1] for volume in site["volumes"]}
    assert kept == {"/var/lib/boriken", "/var/cache/boriken"}
    assert "${POSTGRES_PASSWORD:?" in site["environment"]["BORIKEN_DATABASE_URL"], "no password in the file"


def test_the_container_copies_what_there_is_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    assert re.search(r"^USER boriken$", text, re.MULTILINE)
    assert "/healthz" in text


@needs("systemd-analyze")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "boriken.service"
    text = (DEPLOY / "boriken.service").read_text()
    unit.write_text(text.replace("/opt/boriken/bin/boriken", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    about = [line for line in done.stderr.splitlines() if "boriken" in line]
    assert about == []


@needs("nginx")
@needs("openssl")
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-days", "1"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text()
    for path, mine in (("/etc/ssl/boriken.pem", certificate), ("/etc/ssl/boriken.key", key)):
        site = site.replace(path, str(mine))
    site = site.replace("/var/log/nginx/boriken.log", str(tmp_path / "log"))
    (tmp_path / "site.conf").write_text(site)
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {tmp_path}/site.conf; }}"
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run(["nginx", "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@needs("caddy")
def test_caddy_understands_its_file(tmp_path: Path) -> None:
    site = (DEPLOY / "Caddyfile").read_text().replace("/var/log/caddy/boriken.log", str(tmp_path / "log"))
    (tmp_path / "Caddyfile").write_text(site)
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr
