"""The site: tables in the browser, for people and programs.

- what is kept: `settings` (what a host may set), `files`, `models`, `storage`, `migrations`, `upkeep` and `outages`
  (when the database is not there)
- tables: `tables` (a table is its list of entries), `seats` (who sits where), `opening`, `rematches`, `replays`,
  `people`, `lobby`, `news` (who has to hear of it)
- bots: `bots`, `queues` (who thinks next), `load` (what is given up when there is too much to do), `compiling` and
  `preparing` (what is not there yet on the first start)
- who may ask: `security`, `keys`, `admission`, `sessions`, `hosts`, `names`; how often, and for how long: `limits`,
  `shared`, `connections`
- what one person may see: `visitor_scenes`; all that is HTML is in `pages`, `templates` and `static`
- ways in: `routes` (pages), `sockets`, `api` (programs); `app` puts them together and `serving` starts it
- for who watches over it: `front`, `health`, `logs`, `metrics`; for who looks after it: `administration`, `backups`
"""
