/** Where verdicts on graphics cards are kept, among the model's files: with these they go when the site's data are cleared. */
export const distrustedGpusUrl = (manifestUrl: string): string => `${manifestUrl}?distrusted-gpus`;
