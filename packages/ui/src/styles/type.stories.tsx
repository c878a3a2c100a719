/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

const meta = { title: 'Foundations/Type', parameters: { controls: { disable: true } } } satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

/** The class names are written in full, because Tailwind finds them as text. */
const sizes = [
  { name: '48', className: 'text-48 font-semibold' },
  { name: '36', className: 'text-36 font-semibold' },
  { name: '28', className: 'text-28 font-semibold' },
  { name: '22', className: 'text-22 font-semibold' },
  { name: '18', className: 'text-18' },
  { name: '16', className: 'text-16' },
  { name: '14', className: 'text-14' },
  { name: '13', className: 'text-13' },
  { name: '12', className: 'text-12' },
];

export const Scale: Story = {
  render: () => (
    <div className="grid gap-4">
      {sizes.map(({ name, className }) => (
        <div key={name} className="grid grid-cols-[3rem_1fr] items-baseline">
          <span className="text-12 text-faint tabular-nums">{name}</span>
          <p className={className}>Lift the subject off its ground.</p>
        </div>
      ))}
    </div>
  ),
};

const sentences = {
  zh: {
    title: '让主体离开背景。',
    body: '照片不上传，也不排队；“一千两百万像素”，原尺寸还给你……Inter 与汉字 12 MP 并排。',
  },
  en: {
    title: 'Lift the subject off its ground.',
    body: 'Nothing is uploaded, nothing waits in a queue: 12 megapixels in, 12 megapixels out.',
  },
  ja: {
    title: '被写体を、背景から離す。',
    body: '写真は送信されず、順番待ちもありません。「1200万画素」はそのままの大きさで戻ります。',
  },
  ko: {
    title: '피사체를 배경에서 떼어 냅니다.',
    body: '사진은 전송되지 않고 기다릴 필요도 없습니다. 1200만 화소 그대로 돌려 드립니다.',
  },
  es: {
    title: 'Separe el motivo de su fondo.',
    body: 'Nada se envía ni espera en una cola: entran 12 megapíxeles y salen 12 megapíxeles.',
  },
  fr: {
    title: 'Détachez le sujet de son fond.',
    body: 'Rien n’est envoyé, rien n’attend : 12 mégapixels entrent, 12 mégapixels sortent.',
  },
  de: {
    title: 'Das Motiv vom Hintergrund lösen.',
    body: 'Nichts wird hochgeladen, nichts steht an: 12 Megapixel hinein, 12 Megapixel heraus – größengleich.',
  },
  ru: {
    title: 'Отделите объект от фона.',
    body: 'Ничего не отправляется и не ждёт очереди: 12 мегапикселей на входе и столько же на выходе.',
  },
};

/** Each language has its own glyphs, line height and letter spacing. */
export const Languages: Story = {
  tags: ['visual'],
  render: () => (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-x-10 gap-y-8">
      {Object.entries(sentences).map(([locale, { title, body }]) => (
        <section key={locale} lang={locale} className="border-t border-line pt-3">
          <p className="text-12 text-faint">{locale}</p>
          <h3 className="mt-1 text-28 font-semibold">{title}</h3>
          <p className="mt-2 text-16 text-soft">{body}</p>
        </section>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    const faceOf = (text: string) => getComputedStyle(canvas.getByText(text)).fontFamily;
    await expect(faceOf(sentences.zh.title)).toContain('PingFang SC');
    await expect(faceOf(sentences.ja.title)).toContain('Hiragino Sans');
    await expect(faceOf(sentences.ko.title)).toContain('Apple SD Gothic Neo');
    await expect(faceOf(sentences.de.title)).toMatch(/^"?Inter Variable/);
    const faces = await Promise.all(
      ['Az', 'Ąž', 'Яж'].map((text) => document.fonts.load('16px "Inter Variable"', text)),
    );
    await expect(faces.map((face) => face.map(({ status }) => status))).toEqual([['loaded'], ['loaded'], ['loaded']]);
  },
};

export const Dark: Story = { ...Languages, globals: { theme: 'dark' } };
