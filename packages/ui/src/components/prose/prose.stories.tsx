/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Download } from 'lucide-react';
import { expect } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Prose } from './prose.tsx';

const meta = {
  title: 'Content/Prose',
  component: Prose,
  tags: ['!autodocs'],
  args: {
    children: (
      <>
        <h2 id="what-stays">
          <a href="#what-stays">What stays on your device</a>
        </h2>
        <p>
          Everything that touches a picture happens in this browser: reading the file, finding the subject, refining the
          edge and saving the result. <strong>No photo is uploaded.</strong> What the page does fetch is written down in
          the <a href="#ledger">ledger</a>, byte by byte.
        </p>
        <h3>What is fetched</h3>
        <ul>
          <li>the page itself, its fonts and its pictures;</li>
          <li>
            the model, once, in parts of 8 MB:
            <ul>
              <li>the full one, 44.3 MB;</li>
              <li>the small one, 11.2 MB, where memory is short;</li>
            </ul>
          </li>
          <li>nothing else.</li>
        </ul>
        <blockquote>
          <p>A model that is kept needs no second visit. Delete it under “Storage” whenever you like.</p>
        </blockquote>
        <h3>For how long</h3>
        <dl>
          <dt>Photos</dt>
          <dd>until you close the page</dd>
          <dt>The model</dt>
          <dd>until you delete it, or the browser needs the room</dd>
        </dl>
        <p>
          In private windows <em>nothing</em> is kept. To look yourself, open the console and type{' '}
          <code>caches.keys()</code>:
        </p>
        <pre>
          <code>{"> await caches.keys()\n['isola-model-v3', 'isola-shell']"}</code>
        </pre>
        <ol>
          <li>Drop a photo.</li>
          <li>Open the ledger.</li>
          <li>Read the line “Picture bytes out”: 0.</li>
        </ol>
        <table>
          <caption>Time to the first result, on the devices we own</caption>
          <thead>
            <tr>
              <th scope="col">Device</th>
              <th scope="col">Engine</th>
              <th scope="col">12 megapixels</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Laptop, 2023</th>
              <td>WebGPU</td>
              <td>1.4 s</td>
            </tr>
            <tr>
              <th scope="row">Phone, 2021</th>
              <td>WebAssembly</td>
              <td>9.8 s</td>
            </tr>
          </tbody>
        </table>
        <hr />
        <p>
          <small>Last changed on 21 November 2026.</small>
        </p>
      </>
    ),
  },
} satisfies Meta<typeof Prose>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  tags: ['visual'],
  play: async ({ canvas, canvasElement }) => {
    const column = canvasElement.querySelector('[data-slot=prose]') ?? canvasElement;
    await expect(column.getBoundingClientRect().width).toBeLessThanOrEqual(36 * 16);
    await expect(getComputedStyle(column).lineHeight).toBe(`${16 * 1.6}px`);
    await expect(getComputedStyle(canvas.getByRole('link', { name: 'ledger' })).textDecorationLine).toBe('underline');
    await expect(getComputedStyle(canvas.getByRole('heading', { level: 2 })).marginTop).toBe('0px');
  },
};

/** Components within the text keep their own styles. */
export const WithComponents: Story = {
  args: {
    children: (
      <>
        <p>The report lists each request with its size and its reason.</p>
        <p>
          <Button asChild>
            <a href="#report">
              <Download />
              Save the report
            </a>
          </Button>
        </p>
      </>
    ),
  },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('link', { name: 'Save the report' });
    await expect(getComputedStyle(button).textDecorationLine).toBe('none');
  },
};

export const AsArticle: Story = {
  args: {
    asChild: true,
    children: (
      <article>
        <h2>Terms of use</h2>
        <p>The pictures you make here are yours, for any purpose.</p>
      </article>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article')).toHaveAttribute('data-slot', 'prose');
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de', viewport: { value: 'phone' } },
  args: {
    children: (
      <>
        <h2>Datenschutzerklärung und Verarbeitungsverzeichnis</h2>
        <p>
          Sämtliche Bildbearbeitungsschritte – Einlesen, Motiverkennung, Kantenverfeinerung und Speicherung – erfolgen
          ausschließlich in Ihrem Browser. Eine <strong>Auftragsverarbeitungsvereinbarung</strong> ist daher nicht
          erforderlich.
        </p>
        <ul>
          <li>Zwischenspeicherung des Erkennungsmodells: 44,3 MB</li>
          <li>Übertragene Bilddaten: 0 Byte</li>
        </ul>
      </>
    ),
  },
};

const chinese = (
  <>
    <h2>哪些内容会留在你的设备上</h2>
    <p>
      与照片有关的一切都在这个浏览器里完成：读取文件、寻找主体、修整边缘、保存结果。
      <em>照片不会上传。</em>页面会从网络下载什么，都逐字节记在<a href="#ledger">账本</a>里。
    </p>
    <h3>会下载什么</h3>
    <ul>
      <li>网页本身、字体和图片；</li>
      <li>模型，只下载一次，共 44.3 MB；</li>
      <li>除此之外，没有别的。</li>
    </ul>
    <dl>
      <dt>照片</dt>
      <dd>关闭页面后即消失</dd>
      <dt>模型</dt>
      <dd>直到你删除它，或浏览器需要腾出空间</dd>
    </dl>
  </>
);

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { children: chinese },
  play: async ({ canvas, canvasElement }) => {
    const column = canvasElement.querySelector('[data-slot=prose]') ?? canvasElement;
    await expect(getComputedStyle(column).lineHeight).toBe(`${16 * 1.75}px`);
    await expect(getComputedStyle(canvas.getByText('照片不会上传。')).fontStyle).toBe('normal');
  },
};

export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const Dark: Story = { globals: { theme: 'dark' } };
