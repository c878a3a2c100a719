/** Files whose name carries their hash: what lies at such an address never changes. */
export const hashedFile = /^\/(assets\/|words\/|models\/.*\.bin$)/;

/** Where, in the site's folder, the hashed files of the builds before lie for some days: pages that are open still ask for them. */
export const earlierFiles = 'earlier';
