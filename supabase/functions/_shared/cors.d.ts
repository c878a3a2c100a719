/** A site on a static host calls its backend from another origin. Nothing here rests on cookies, so any origin may ask. */
export declare const corsHeaders: {
  readonly 'access-control-allow-origin': '*';
  readonly 'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type';
  readonly 'access-control-allow-methods': 'POST, OPTIONS';
};
