export type RuleId =
  | 'head-height'
  | 'eye-line'
  | 'top-margin'
  | 'chin-margin'
  | 'pixels'
  | 'resolution'
  | 'inside'
  | 'background'
  | 'file-size'
  | 'face-count'
  | 'face-turn'
  | 'eyes-open'
  | 'mouth-closed'
  | 'face-light'
  | 'glare';

/**
 * Result of a rule.
 * - `estimated`: the measure is in the range, but it depends on an unsure guide.
 * - `low`, `high`: the measure is out of the range.
 * - `wrong`: a rule without a measure is broken.
 * - `unknown`: no source gives a figure, or nothing can be measured yet.
 */
export type RuleState = 'ok' | 'estimated' | 'low' | 'high' | 'wrong' | 'unknown';

/** Code of what the user should do. Its text is `advice.<id>` in the bundle `id-photo-tool`. */
export type Advice =
  | 'enlarge'
  | 'reduce'
  | 'move-up'
  | 'move-down'
  | 'check-guides'
  | 'larger-image'
  | 'wider-image'
  | 'step-back'
  | 'keep-background'
  | 'choose-background'
  | 'other-wall'
  | 'even-wall'
  | 'check-wall'
  | 'look-beside'
  | 'one-person'
  | 'look-straight'
  | 'open-eyes'
  | 'close-mouth'
  | 'light-front'
  | 'avoid-glare'
  | 'check-face'
  | 'larger-file'
  | 'smaller-file'
  | 'ask-office';

export interface RuleResult {
  readonly id: RuleId;
  readonly unit: 'mm' | 'px' | 'bytes' | 'degrees' | 'percent' | 'none';
  readonly measured?: number;
  readonly min?: number;
  readonly max?: number;
  readonly state: RuleState;
  /** Absent when the rule is kept and the measure is sure. */
  readonly advice?: Advice;
  /** False when the measure depends on an unsure guide. */
  readonly isSure: boolean;
  /** Colour that was measured, as `#rrggbb`. */
  readonly measuredColor?: string;
}
