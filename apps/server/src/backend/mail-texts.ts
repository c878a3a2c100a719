import { type Language, languages } from '../../../../supabase/functions/_shared/languages.ts';

export type MailKind = 'confirm' | 'reset' | 'magicLink' | 'emailChange';

/** What a mail says around its link and its code. */
interface Wording {
  readonly subject: string;
  /** Above the link; it ends in a colon. */
  readonly link: string;
  /** Above the code; it ends in a colon. */
  readonly code: string;
}

interface LanguageWords extends Readonly<Record<MailKind, Wording>> {
  /** For whoever did not ask for the mail. */
  readonly ignore: string;
}

/** The languages of the product. A further one is a further entry. */
const words: Readonly<Record<Language, LanguageWords>> = {
  zh: {
    confirm: { subject: '确认你的电子邮箱', link: '点击此链接确认你的帐号：', code: '或者输入此验证码：' },
    reset: { subject: '重设密码', link: '点击此链接设置新密码：', code: '或者输入此验证码：' },
    magicLink: { subject: '登录链接', link: '点击此链接登录：', code: '或者输入此验证码：' },
    emailChange: { subject: '确认新的电子邮箱', link: '点击此链接更改电子邮箱：', code: '或者输入此验证码：' },
    ignore: '如果这不是你本人的操作，请忽略此邮件。',
  },
  en: {
    confirm: {
      subject: 'Confirm your e-mail address',
      link: 'Follow this link to confirm your account:',
      code: 'Or enter this code:',
    },
    reset: {
      subject: 'Reset your password',
      link: 'Follow this link to choose a new password:',
      code: 'Or enter this code:',
    },
    magicLink: {
      subject: 'Your sign-in link',
      link: 'Follow this link to sign in:',
      code: 'Or enter this code:',
    },
    emailChange: {
      subject: 'Confirm your new e-mail address',
      link: 'Follow this link to change your e-mail address:',
      code: 'Or enter this code:',
    },
    ignore: 'If you did not ask for this, ignore this message.',
  },
  ja: {
    confirm: {
      subject: 'メールアドレスの確認',
      link: '次のリンクを開いてアカウントを確認してください：',
      code: 'または次のコードを入力してください：',
    },
    reset: {
      subject: 'パスワードの再設定',
      link: '次のリンクを開いて新しいパスワードを設定してください：',
      code: 'または次のコードを入力してください：',
    },
    magicLink: {
      subject: 'ログイン用リンク',
      link: '次のリンクを開いてログインしてください：',
      code: 'または次のコードを入力してください：',
    },
    emailChange: {
      subject: '新しいメールアドレスの確認',
      link: '次のリンクを開いてメールアドレスを変更してください：',
      code: 'または次のコードを入力してください：',
    },
    ignore: 'お心当たりがない場合は、このメールを無視してください。',
  },
  ko: {
    confirm: {
      subject: '이메일 주소 확인',
      link: '다음 링크를 열어 계정을 확인하세요:',
      code: '또는 다음 코드를 입력하세요:',
    },
    reset: {
      subject: '비밀번호 재설정',
      link: '다음 링크를 열어 새 비밀번호를 설정하세요:',
      code: '또는 다음 코드를 입력하세요:',
    },
    magicLink: {
      subject: '로그인 링크',
      link: '다음 링크를 열어 로그인하세요:',
      code: '또는 다음 코드를 입력하세요:',
    },
    emailChange: {
      subject: '새 이메일 주소 확인',
      link: '다음 링크를 열어 이메일 주소를 변경하세요:',
      code: '또는 다음 코드를 입력하세요:',
    },
    ignore: '요청한 적이 없다면 이 메일을 무시하세요.',
  },
  es: {
    confirm: {
      subject: 'Confirma tu correo electrónico',
      link: 'Abre este enlace para confirmar tu cuenta:',
      code: 'O introduce este código:',
    },
    reset: {
      subject: 'Restablece tu contraseña',
      link: 'Abre este enlace para elegir una contraseña nueva:',
      code: 'O introduce este código:',
    },
    magicLink: {
      subject: 'Tu enlace para iniciar sesión',
      link: 'Abre este enlace para iniciar sesión:',
      code: 'O introduce este código:',
    },
    emailChange: {
      subject: 'Confirma tu nuevo correo electrónico',
      link: 'Abre este enlace para cambiar tu correo electrónico:',
      code: 'O introduce este código:',
    },
    ignore: 'Si no lo has pedido tú, ignora este mensaje.',
  },
  fr: {
    confirm: {
      subject: 'Confirmez votre adresse e-mail',
      link: 'Ouvrez ce lien pour confirmer votre compte :',
      code: 'Ou saisissez ce code :',
    },
    reset: {
      subject: 'Réinitialisez votre mot de passe',
      link: 'Ouvrez ce lien pour choisir un nouveau mot de passe :',
      code: 'Ou saisissez ce code :',
    },
    magicLink: {
      subject: 'Votre lien de connexion',
      link: 'Ouvrez ce lien pour vous connecter :',
      code: 'Ou saisissez ce code :',
    },
    emailChange: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      link: 'Ouvrez ce lien pour changer d’adresse e-mail :',
      code: 'Ou saisissez ce code :',
    },
    ignore: 'Si vous n’avez rien demandé, ignorez ce message.',
  },
  de: {
    confirm: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      link: 'Öffnen Sie diesen Link, um Ihr Konto zu bestätigen:',
      code: 'Oder geben Sie diesen Code ein:',
    },
    reset: {
      subject: 'Passwort zurücksetzen',
      link: 'Öffnen Sie diesen Link, um ein neues Passwort zu wählen:',
      code: 'Oder geben Sie diesen Code ein:',
    },
    magicLink: {
      subject: 'Ihr Anmeldelink',
      link: 'Öffnen Sie diesen Link, um sich anzumelden:',
      code: 'Oder geben Sie diesen Code ein:',
    },
    emailChange: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      link: 'Öffnen Sie diesen Link, um Ihre E-Mail-Adresse zu ändern:',
      code: 'Oder geben Sie diesen Code ein:',
    },
    ignore: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht.',
  },
  ru: {
    confirm: {
      subject: 'Подтвердите адрес электронной почты',
      link: 'Откройте эту ссылку, чтобы подтвердить аккаунт:',
      code: 'Или введите этот код:',
    },
    reset: {
      subject: 'Сброс пароля',
      link: 'Откройте эту ссылку, чтобы задать новый пароль:',
      code: 'Или введите этот код:',
    },
    magicLink: {
      subject: 'Ссылка для входа',
      link: 'Откройте эту ссылку, чтобы войти:',
      code: 'Или введите этот код:',
    },
    emailChange: {
      subject: 'Подтвердите новый адрес электронной почты',
      link: 'Откройте эту ссылку, чтобы изменить адрес электронной почты:',
      code: 'Или введите этот код:',
    },
    ignore: 'Если вы этого не запрашивали, не обращайте внимания на это письмо.',
  },
};

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** @param language as the member's metadata names it; the default language where it names none of ours. */
export function mailText(kind: MailKind, language: unknown, link: string, code: string): MailText {
  const known = languages.find((each) => each === language) ?? languages[0];
  const { [kind]: wording, ignore } = words[known];
  return {
    subject: wording.subject,
    text: [wording.link, link, wording.code, code, ignore, 'Isola'].join('\n\n'),
    html: [
      `<!doctype html><html lang="${known}"><meta charset="utf-8"><title>${wording.subject}</title><body>`,
      `<p>${wording.link}</p><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${wording.code}</p><p><strong>${escapeHtml(code)}</strong></p>`,
      `<p>${ignore}</p><p>Isola</p></body></html>`,
    ].join('\n'),
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
