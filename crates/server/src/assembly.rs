//! Makes the state of the server and connects its parts: the API for the calls of pages, the cache to what changes.

use mwanga_core::Core;
use mwanga_ssr::{Renderer, RendererOptions};

use crate::assets::Assets;
use crate::{AppState, router};

impl AppState {
    /// Compiles the page renderer and connects the cache to the changes of `core`.
    pub fn new(core: Core) -> anyhow::Result<Self> {
        let assets = Assets::load(core.config.http.frontend_dir.as_deref())?;
        let renderer = Renderer::new(assets.ssr_bundle(), RendererOptions::default())?;
        Self::assemble(core, assets, renderer)
    }

    /// As [`Self::new`], with an existing renderer of the same frontend: tests start hundreds of servers.
    pub fn with_renderer(core: Core, renderer: Renderer) -> anyhow::Result<Self> {
        let assets = Assets::load(core.config.http.frontend_dir.as_deref())?;
        Self::assemble(core, assets, renderer)
    }

    fn assemble(core: Core, assets: Assets, renderer: Renderer) -> anyhow::Result<Self> {
        let app = Self::with(core, assets, renderer)?;
        app.set_api(router::api(&app));
        let purged = app.downgrade();
        app.core.on_change(move |tags| {
            if let Some(app) = purged.upgrade() {
                app.cache.purge(tags);
                app.refresh_hot_pages();
            }
        });
        Ok(app)
    }
}
