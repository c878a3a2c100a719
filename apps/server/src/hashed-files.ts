/** URL paths of files whose names contain their hash. The contents at such a path never change. */
export const hashedFile = /^\/(assets\/|words\/|models\/.*\.bin$)/;

/**
 * URL paths of the files that a site may load from another origin: models, and the pictures and fonts of the build.
 * Scripts, styles and WebAssembly are not among them, so that nobody but the site's own host can run code in its pages.
 */
export const sharedFile = /^\/(models\/|assets\/[^/]+\.(?:avif|webp|png|jpg|svg|woff2?)$)/;

/**
 * Folder within the site that keeps the hashed files of earlier builds for some days, because open pages still request
 * them.
 */
export const earlierFiles = 'earlier';

/**
 * Lifetime of the files of earlier builds, in milliseconds. A page that is open for longer has probably been reloaded.
 */
export const earlierFilesKeptMs = 7 * 24 * 60 * 60 * 1_000;
