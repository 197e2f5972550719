"""The site: tables in the browser, for people and programs.

- what is kept: `settings` (what a host may set), `files`, `models`, `storage`, `migrations`, `upkeep` and `outages`
  (when the database is not there)
- tables: `tables` (a table is its list of entries), `standing` (what is known of one), `latest` (what this worker has
  just seen of it), `seats` (who sits where), `opening`, `rematches`, `replays`, `imports` (records that
  somebody brings), `people`, `lobby`, `news` (who has to hear of it); `solving` (who has solved which puzzles)
- games that are over: `lines` (a moment, and what is tried from there on), `exploring` and `judgements`, `playing_on`,
  `mistakes`
- bots: `bots`, `queues` (who thinks next), `load` (what is given up when there is too much to do), `compiling` and
  `preparing` (what is not there yet on the first start)
- reviews: `reviews` (how they are kept), `reviewed` (what is known of one), `reviewer` (makes them, behind all else)
- who may ask: `security`, `keys`, `admission`, `sessions`, `hosts`, `names`; how often, and for how long: `limits`,
  `shared`, `connections`; what is not done, and why: `refusals`
- what one person may see: `visitor_scenes`; all that is HTML is in `pages`, `templates` and `static`
- ways in: `routes` (pages), `learning` (lessons), `puzzling` (puzzles, openings), `review_routes`, `exploring`,
  `mistakes`, `forms`, `sockets`, `api` and `review_api` (programs) with their `api_page`, `static_files`;
  `compression` on the way out; `site` holds the parts, `app` puts them together and `serving` starts it
- for who watches over it: `front`, `health`, `logs`, `metrics`; for who looks after it: `administration`, `backups`
"""
