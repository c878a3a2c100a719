import type { BackendErrorCode } from '#backend/call-function.ts';

/** Codes of the backend's functions that mean the same in every form, with the prefix of their keys in `messages`. */
export const commonFailures = {
  'too-many-requests': 'requests.tooMany',
  'invalid-input': 'input.invalid',
} as const satisfies Partial<Record<BackendErrorCode, string>>;

export function isCommonFailure(code: BackendErrorCode): code is keyof typeof commonFailures {
  return code in commonFailures;
}
