/**
 * What the landing pages tell, as the words' ids: the pages show it, and the build says it to search engines (`HowTo`,
 * `FAQPage`). A step is worded as `step.<id>.title` and `.text`, a question as `q.<id>.question` and `.answer`. It imports
 * nothing, because the build reads it too.
 */
export const landingData = {
  productPhoto: {
    namespace: 'product-photo',
    steps: ['shoot', 'open', 'check', 'save'],
    questions: ['size', 'white', 'glass', 'missing', 'several', 'rights'],
  },
  idPhoto: {
    namespace: 'id-photo',
    steps: ['ask', 'open', 'check', 'place'],
    questions: ['upload', 'passport', 'colour', 'size', 'dpi', 'retouch'],
  },
  ecommerce: {
    namespace: 'ecommerce',
    steps: ['choose', 'open', 'check', 'place'],
    questions: ['png', 'reject', 'clothes', 'detail', 'many', 'leak'],
  },
  batchRemove: {
    namespace: 'batch-remove',
    steps: ['sort', 'first', 'next', 'review'],
    questions: ['many', 'time', 'download', 'tab', 'limit', 'program'],
  },
  removeOnline: {
    namespace: 'remove-online',
    steps: ['open', 'put', 'wait', 'save'],
    questions: ['free', 'account', 'phone', 'model', 'offline', 'replace'],
  },
  aiBackground: {
    namespace: 'ai-background',
    steps: ['open', 'words', 'choose', 'save'],
    questions: ['sent', 'who', 'understand', 'limit', 'look', 'rights'],
  },
} as const;

export type LandingId = keyof typeof landingData;
