/** Start of the names of the caches of builds. The version of the build follows. */
export const cachePrefix = 'isola-site-';
/** Cache of the pictures of rendered sets. No build deletes it. */
export const setsCacheName = 'isola-sets';
