import type { Lesson } from './lesson.ts';
import type { Matte } from './segmentation.ts';

/** Learns a lesson from a corrected image, or applies one to another image. */
export type LessonRequest =
  | {
      readonly kind: 'learn';
      /** The matte of the image before the correction. */
      readonly before: Matte;
      /** The corrected matte, of the same size. */
      readonly after: Matte;
    }
  | {
      readonly kind: 'apply';
      readonly lesson: Lesson;
      /** The image's matte, which the lesson corrects. */
      readonly matte: Matte;
    };
