"""The pages of the site: from what a seat may know to HTML. `scene` says how the server uses them."""
