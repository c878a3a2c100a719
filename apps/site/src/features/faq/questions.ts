/**
 * The questions by their topics, in the order in which they are shown. Worded in the bundle `faq` as `group.<id>`,
 * `q.<id>.question` and `q.<id>.answer`; `/faq#<id>` leads to a question. The build reads this list too, so it imports
 * nothing.
 */
export const faqGroups = [
  { id: 'privacy', questions: ['uploaded', 'check', 'kept', 'metadata'] },
  { id: 'pictures', questions: ['formats', 'heic', 'too-large', 'rotation', 'several'] },
  { id: 'quality', questions: ['resolution', 'hair', 'white', 'missing', 'glass'] },
  { id: 'speed', questions: ['first', 'stuck', 'memory', 'offline', 'again'] },
  { id: 'replacing', questions: ['background', 'black', 'id-photo', 'shop'] },
  { id: 'account', questions: ['price', 'account', 'commercial', 'api'] },
  { id: 'hosting', questions: ['open-source', 'host', 'model'] },
] as const satisfies readonly { readonly id: string; readonly questions: readonly string[] }[];

export type FaqGroupId = (typeof faqGroups)[number]['id'];

export type QuestionId = (typeof faqGroups)[number]['questions'][number];
