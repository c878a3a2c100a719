import { v4 as randomId } from 'uuid';

import type { PictureLayer, TextLayer, Tone } from '../schema/document-state.ts';

/** Starts of the ids of a document’s images that are logos or subjects. They are no background images that a user could choose. */
const logoStart = 'logo-';
const subjectStart = 'subject-';

/** Returns the id of a new layer. */
export function newLayerId(): string {
  return randomId();
}

/** Returns the id of a new logo among the images of a document. */
export function newLogoId(): string {
  return `${logoStart}${randomId()}`;
}

/** Returns the id of a new subject among the images of a document. */
export function newSubjectId(): string {
  return `${subjectStart}${randomId()}`;
}

/** Checks whether an image of a document belongs to a layer. */
export function isLayerImageId(id: string): boolean {
  return id.startsWith(logoStart) || id.startsWith(subjectStart);
}

/** Returns a text in the lower middle of the result, in front of the subject. */
export function newText(text: string, language: string): TextLayer {
  return {
    kind: 'text',
    id: newLayerId(),
    text,
    font: 'sans',
    weight: 700,
    color: '#000000',
    language,
    place: 'above',
    size: 90,
    opacity: 100,
    angleDeg: 0,
    anchor: 'bottom',
    offsetX: 0,
    offsetY: -60,
  };
}

/** Returns a logo in the lower right corner of the result, in front of the subject. @param image Id of the document’s image. */
export function newLogo(image: string): PictureLayer {
  return {
    kind: 'picture',
    id: newLayerId(),
    image,
    place: 'above',
    size: 220,
    opacity: 100,
    angleDeg: 0,
    anchor: 'bottom-right',
    offsetX: -40,
    offsetY: -40,
  };
}

/** Longest name of a subject, in UTF-16 code units. */
const maxNameLength = 100;

/**
 * Returns another subject before the one of the image. It casts the shadows of the light.
 * @param image Id of the document’s image.
 * @param fileName Name of the file from which it was cut out; it may be empty.
 * @param tone Its light and colour. Default: as in its photograph.
 */
export function newSubject(image: string, fileName: string, tone?: Tone): PictureLayer {
  const name = fileName.replace(/\.[^.]*$/, '').slice(0, maxNameLength);
  return {
    kind: 'picture',
    id: newLayerId(),
    image,
    subject: { name, castsShadow: true, ...(tone && { tone }) },
    place: 'above',
    size: 500,
    opacity: 100,
    angleDeg: 0,
    anchor: 'bottom-right',
    offsetX: -40,
    offsetY: -40,
  };
}
