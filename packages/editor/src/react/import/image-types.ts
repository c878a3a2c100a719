/** What a file picker offers. What a file really is, its first bytes show. */
export const imageTypes = 'image/jpeg,image/png,image/webp';
