import { expect, test } from 'vitest';

import { isEmailAddress } from '@isola/supabase/shared/email-address';
import { checkEmail } from '../src/backend/check-email.ts';

// The site sends every address that its form accepts, so the form and the server must accept the same addresses.
test.each<[isAddress: boolean, spellings: readonly string[]]>([
  [
    true,
    [
      'ada@isola.example',
      'Ada.Lovelace+isola@mail.isola.co.uk',
      "o'neill_7@isola.example",
      '林@例子.中国',
      'иван@пример.рф',
      'käthe@münchen.example',
      'ada@xn--mnchen-3ya.example',
      'ada@3m.example',
      'ada..@docomo.example',
      `${'a'.repeat(240)}@isola.example`,
    ],
  ],
  [
    false,
    [
      '<vic@b.example>',
      'x<vic@b.example>',
      'g:vic@b.example',
      '"q"<vic@b.example>',
      '"vic"@b.example',
      'Win-a-phone<vic@b.example>',
      'vic@b.example,x.y',
      'vic@b.example;x.y',
      'vic(comment)@b.example',
      'vic@b.example(comment)',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@b',
      'a@-b.example',
      'a@b-.example',
      'a@b..example',
      'a@b.example.',
      'a b@b.example',
      'a\u0007@b.example',
      'a\r\nbcc:c@b.example',
      'a\u200b@b.example',
      'vic@ｂ.example',
      'vic＠b.example',
      'vic@b。example',
      `a@${'b'.repeat(64)}.example`,
      `${'a'.repeat(241)}@isola.example`,
    ],
  ],
])('isEmailAddress and checkEmail agree on addresses whose validity is %s', (isAddress, spellings) => {
  for (const each of spellings) {
    expect([each, isEmailAddress(each), 'email' in checkEmail(each)]).toEqual([each, isAddress, isAddress]);
  }
});
