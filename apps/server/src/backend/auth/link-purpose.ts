/** Purposes of mailed links and codes, in the words of GoTrue's API. */
export const linkPurposes = ['signup', 'recovery', 'magiclink', 'email_change'] as const;

export type LinkPurpose = (typeof linkPurposes)[number];
