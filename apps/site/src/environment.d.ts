interface ImportMetaEnv {
  /** Hash of all i18n bundles of this build. */
  readonly WORDS_VERSION: string;
  /** URL of a hosted Supabase project; unset when the site's own server is the backend. */
  readonly VITE_SUPABASE_URL?: string;
  /** Public key of that project. */
  readonly VITE_SUPABASE_ANON_KEY?: string;
  /** URL of the folder from which pages load the parts of the models; unset when the site serves them itself. */
  readonly VITE_MODELS_URL?: string;
  /** URL under which pictures and fonts are served; unset when the site serves them itself. */
  readonly VITE_ASSETS_URL?: string;
  /** URL of an analytics script, which is loaded when the page is idle; unset for none. */
  readonly VITE_ANALYTICS_SCRIPT?: string;
  /** `1` when the backend shall notify search engines about the pages; unset for no request. */
  readonly VITE_NOTIFY_SEARCH_ENGINES?: string;
}
