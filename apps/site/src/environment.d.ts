interface ImportMetaEnv {
  /** Stands for all bundles of words as they are in this build. */
  readonly WORDS_VERSION: string;
  /** A hosted Supabase project's address; unset where the site's own server is the backend. */
  readonly VITE_SUPABASE_URL?: string;
  /** Its public key. */
  readonly VITE_SUPABASE_ANON_KEY?: string;
  /** An analytics script, loaded when the page is idle; unset for none. */
  readonly VITE_ANALYTICS_SCRIPT?: string;
  /** `1` where the backend is to tell search engines of the pages; unset for no request. */
  readonly VITE_NOTIFY_SEARCH_ENGINES?: string;
}
