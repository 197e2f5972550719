"""The site: tables in the browser, for people and programs.

`settings` (what a host may set), `models` and `storage` (what is kept, and where), `migrations`; `tables` (a table is
its list of entries), `seats` (who sits where), `replays`; `news` (who has to hear of it); `bots`, `queues` (who thinks
next) and `load` (what is given up when there is too much to do); `security` and `limits` (who may ask, and how often);
`scenes` (what one person may see of a table), `site` (pages), `sockets` and `api` (programs); `app` puts them together
and `serving` starts it. Everything that is HTML is in `pages`, `templates` and `static`.
"""
