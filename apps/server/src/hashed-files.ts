/** Files whose name carries their hash: what lies at such an address never changes. */
export const hashedFile = /^\/(assets\/|words\/|models\/.*\.bin$)/;

/** The folder in the site's own in which the hashed files of earlier builds lie for some days: open pages still ask for them. */
export const earlierFiles = 'earlier';
