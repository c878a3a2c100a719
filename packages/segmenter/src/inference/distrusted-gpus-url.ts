/**
 * Address under which verdicts on graphics cards are saved, among the model's files. They are deleted together with
 * these when the site's data are cleared.
 */
export const distrustedGpusUrl = (manifestUrl: string): string => `${manifestUrl}?distrusted-gpus`;
