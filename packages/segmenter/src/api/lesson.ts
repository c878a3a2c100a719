/** Version of the form of lessons. */
export const lessonVersion = 1;

/**
 * The correction of one image in a form that can be applied to other images in which the same thing is wrong. It is
 * plain data, which can be stored and sent to a worker.
 */
export interface Lesson {
  /** Version of this form. A lesson of another version is refused. */
  readonly version: number;
  /** The `id` of the model whose features the lesson weighs. Another model refuses it. */
  readonly model: string;
  /** Recognises what was removed from the subject. Absent when nothing was removed. */
  readonly remove?: LessonWeights;
  /** Recognises what was added to the subject. Absent when nothing was added. */
  readonly keep?: LessonWeights;
}

/**
 * A logistic regression on the features of a cell. Its result is 0 where a cell is as likely to be corrected as not, and
 * 1 where it is as likely as in the middle of the correction.
 */
export interface LessonWeights {
  /** A weight for each feature. */
  readonly weights: Float32Array<ArrayBuffer>;
  readonly bias: number;
  /** Differences between the corrected thing and the whole image: a number for each feature. */
  readonly traits: Float32Array<ArrayBuffer>;
  /** Likeness to these traits from which a part of an image counts as the same thing, 0…1. */
  readonly minLikeness: number;
}

/** Result of learning or applying a lesson. */
export type LessonAnswer =
  | { readonly outcome: 'learnt'; readonly lesson: Lesson }
  /** The correction is smaller than the cells in which the network sees the image, so nothing can be learnt from it. */
  | { readonly outcome: 'too-small' }
  /** The lesson corrected the matte. `share` is the corrected share of the image, 0…1. */
  | { readonly outcome: 'changed'; readonly share: number }
  /** Nothing in the image is like what was corrected. The matte is the given one. */
  | { readonly outcome: 'unchanged' };
