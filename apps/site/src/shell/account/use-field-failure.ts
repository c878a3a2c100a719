import { useTranslation } from 'react-i18next';

import { hintOf } from './hint-of.ts';
import type { Failure } from './read-failure.ts';

type FieldName = 'email' | 'password' | 'currentPassword';

const fieldOf: Partial<Record<Failure['code'], FieldName>> = {
  'invalid-email': 'email',
  'weak-password': 'password',
  'password-too-long': 'password',
  'same-password': 'password',
  'email-taken': 'email',
  'password-required': 'currentPassword',
  'password-wrong': 'currentPassword',
};

/**
 * Assigns a failure to its place in a form: below the field that caused it, or as a notice above the form's buttons.
 * @param fields fields of the form.
 */
export function useFieldFailure(failure: Failure | undefined, fields: readonly FieldName[]) {
  const { t } = useTranslation('messages');
  const field = failure && fieldOf[failure.code];
  const hint = failure && hintOf(failure);
  if (!field || !hint || !fields.includes(field)) return { errors: {}, notice: failure };
  const words = hint.brief.map(({ key, count }) => t(key, { count: count ?? 0 }));
  return { errors: { [field]: words.join(' ') }, notice: undefined };
}
