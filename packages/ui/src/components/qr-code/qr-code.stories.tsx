/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { decodeQR } from 'qr/decode.js';
import { expect } from 'storybook/test';

import { QrCode } from './qr-code.tsx';

const meta = {
  title: 'Data/QrCode',
  component: QrCode,
  tags: ['!autodocs'],
  args: {
    value: 'otpauth://totp/Isola:anna@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Isola',
    label: 'QR code for your authenticator app',
  },
} satisfies Meta<typeof QrCode>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, args }) => {
    await expect(await read(canvas.getByRole('img'))).toBe(args.value);
  },
};

export const Dark: Story = { tags: ['!test'], globals: { theme: 'dark' } };

export const OtherScripts: Story = {
  args: { value: 'https://isola.example/zh/会员', label: 'Membership' },
  play: async ({ canvas, args }) => {
    await expect(await read(canvas.getByRole('img', { name: args.label }))).toBe(args.value);
  },
};

/** Decodes the rendered image with another library, as a camera would. */
async function read(svg: HTMLElement): Promise<string> {
  const image = new Image(240, 240);
  const drawing = svg.cloneNode(true) as SVGElement;
  drawing.setAttribute('width', '240');
  drawing.setAttribute('height', '240');
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const context = new OffscreenCanvas(240, 240).getContext('2d');
  if (!context) throw new Error('This browser draws nothing');
  context.drawImage(image, 0, 0);
  return decodeQR(context.getImageData(0, 0, 240, 240));
}
