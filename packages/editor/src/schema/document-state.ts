import type { DocumentStateV2 } from './versions/document-state-v2.ts';

export { maxPx } from './fields.ts';
export { enlargements, maxEdits, maxLayers, maxTextLength } from './versions/document-state-v2.ts';

/** State of a document: the edits of a cutout as plain data, from which every view and file is computed. */
export type DocumentState = Readonly<DocumentStateV2>;
export type MatteEdits = DocumentState['matte'];
export type Light = DocumentState['light'];
export type Outline = Readonly<NonNullable<DocumentState['outline']>>;
export type Tone = Readonly<NonNullable<DocumentState['tone']>>;
export type Layer = Readonly<NonNullable<DocumentState['layers']>[number]>;
export type TextLayer = Extract<Layer, { kind: 'text' }>;
export type PictureLayer = Extract<Layer, { kind: 'picture' }>;
export type Reflection = NonNullable<Light['reflection']>;
export type CropRect = Readonly<NonNullable<DocumentState['crop']>>;
export type Enlargement = NonNullable<DocumentState['enlarge']>;
export type ExportOptions = DocumentState['export'];

/** Version of the states that are written. */
export const currentVersion = 2;
