"""The site: tables in the browser, for people and programs.

`settings` (what a host may set), `models` and `storage` (what is kept, and where), `migrations`; `tables` (a table is
its list of entries), `seats` (who sits where), `replays`; `news` (who has to hear of it), `bots`; `security`, `keys`,
`admission` and `limits` (who may ask, and how often); `scenes` (what one person may see of a table), `site` (pages),
`sessions`, `sockets` and `api` (programs); `front`, `health`, `logs` and `metrics` (for who watches over it),
`administration` and `backups` (for who looks after it); `app` puts them together, `compiling` and `serving` start it.
Everything that is HTML is in `pages`, `templates` and `static`.
"""
