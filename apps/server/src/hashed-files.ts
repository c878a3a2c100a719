/** URL paths of files whose names contain their hash. The contents at such a path never change. */
export const hashedFile = /^\/(assets\/|words\/|models\/.*\.bin$)/;

/**
 * Folder within the site that keeps the hashed files of earlier builds for some days, because open pages still request
 * them.
 */
export const earlierFiles = 'earlier';
