import { SegmenterError } from '../api/errors.ts';
import type { SegmentRequest } from '../api/options.ts';
import type { LessonRequest } from '../api/lesson-request.ts';
import type { LessonAnswer } from '../api/lesson.ts';
import type { Matte } from '../api/segmentation.ts';
import type { ModelSession, RunOptions } from '../inference/session.ts';
import { measureConfidence } from '../matting/measure-confidence.ts';
import { networkSize } from './network-size.ts';
import type { Picture, Platform } from './platform.ts';
import { postprocess } from './postprocess.ts';
import { scalePixels } from './scale-pixels.ts';
import { firstLimits, ofMatte, type Prediction, type PredictionFacts } from './segment.ts';

/**
 * The tensor whose features lessons use: that of the encoder's fourth stage, each of whose cells shows 1/16 of the
 * network's input. It tells things apart better than the tensors of the decoder, which describe whether something stands
 * out rather than what it is.
 */
const featureTensor = 'stage4.Add';
/** Share of the progress after which the matte is made. */
const refinementStart = 0.7;

/** Result of a request with a lesson. */
export interface LessonRun {
  readonly prediction: Prediction & PredictionFacts;
  readonly result: { readonly matte: Matte; readonly lesson: LessonAnswer };
}

/**
 * Learns a lesson from a corrected image, or applies one to an image. Both take one pass of the network, at the size of a
 * first pass.
 * @param picture the full-size image; stays open.
 * @returns for `learn` the corrected matte; for `apply` the matte with the lesson's changes. Outside them it is the given
 *   matte, bit for bit.
 * @throws {SegmenterError} `processing-failed` when other outputs are requested, a matte has another size than the image,
 *   the session or its model has no features, or the lesson is another model's.
 */
export async function runLesson(
  picture: Picture,
  platform: Pick<Platform, 'writers'>,
  session: ModelSession,
  request: { readonly lesson: LessonRequest } & Pick<SegmentRequest, 'outputs'>,
  { signal, onProgress }: RunOptions,
): Promise<LessonRun> {
  const { lesson, outputs } = request;
  if (outputs.length > 0) throw refusal('a lesson corrects the matte alone: `outputs` has to be `[]`');
  const given = lesson.kind === 'learn' ? [lesson.before, lesson.after] : [lesson.matte];
  const { widthPx, heightPx } = picture;
  if (given.some((matte) => matte.widthPx !== widthPx || matte.heightPx !== heightPx))
    throw refusal('the matte of a lesson has another size than its image');
  const found = await ofMatte(lesson.kind === 'learn' ? lesson.before : lesson.matte, picture);
  const size = networkSize(picture, firstLimits);
  const {
    features,
    mask: _,
    ...facts
  } = await session.run(await scalePixels(picture, size), size, {
    signal,
    onProgress: (share) => onProgress(share * refinementStart),
    features: [featureTensor],
  });
  const [seen] = features ?? [];
  if (!seen) throw refusal('this model runs without features, which lessons need');
  let prediction = { ...found, ...facts, passes: 1 };
  // Most calls have no lesson, so its code is loaded when one comes.
  const { answerLesson } = await import('../lesson/answer-lesson.ts');
  const answered = await answerLesson(lesson, {
    widthPx,
    heightPx,
    features: seen,
    model: session.model.id,
    found,
    scaled: (to) => scalePixels(picture, to),
    async refined(mask) {
      const confidence = { ...measureConfidence(mask, found), disputed: [] };
      prediction = { ...prediction, mask, confidence };
      const finishing = (share: number) => onProgress(refinementStart + (1 - refinementStart) * share);
      const run = { signal, onProgress: finishing };
      return (await postprocess(picture, platform, session, prediction, { outputs: [] }, run)).matte;
    },
  });
  if (!answered) throw refusal('the lesson is of another version or for another model');
  return { prediction, result: { matte: answered.matte, lesson: answered.answer } };
}

function refusal(detail: string): SegmenterError {
  return new SegmenterError('processing-failed', detail);
}
