/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { StoryPicture } from '../compare-slider/story-picture.tsx';
import { Slider } from '../slider/slider.tsx';
import { Sheet, SheetBody, SheetClose, SheetContent, SheetFooter, SheetTrigger } from './sheet.tsx';

const meta = {
  title: 'Overlays/Sheet',
  component: SheetContent,
  tags: ['!autodocs'],
  args: { title: 'Shadow', closeLabel: 'Close', side: 'end' },
} satisfies Meta<typeof SheetContent>;

export default meta;
type Story = StoryObj<typeof meta>;

const shadow = ['Direction', 'Softness', 'Distance'];

function Sliders({ names = shadow }: { names?: string[] }) {
  return (
    <div className="grid gap-4">
      {names.map((name, index) => (
        <Slider key={name} label={name} defaultValue={30 + 20 * index} />
      ))}
    </div>
  );
}

export const Default: Story = {
  render: (args) => (
    <Sheet>
      <SheetTrigger asChild>
        <Button>Shadow</Button>
      </SheetTrigger>
      <SheetContent {...args}>
        <SheetBody>
          <Sliders />
        </SheetBody>
        <SheetFooter>
          <SheetClose asChild>
            <Button>Done</Button>
          </SheetClose>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  ),
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Shadow' });
    await userEvent.click(trigger);
    const sheet = await screen.findByRole('dialog', { name: 'Shadow' });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

export const Keyboard: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const sheet = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(sheet.getByRole('slider', { name: 'Direction' })).toHaveFocus());
    await userEvent.tab({ shift: true });
    await expect(sheet.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.tab();
    await expect(sheet.getByRole('slider', { name: 'Direction' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(canvas.getByRole('button')).toHaveFocus());
  },
};

const open: Story['render'] = (args) => (
  <Sheet defaultOpen>
    <SheetContent {...args}>
      <SheetBody>
        <Sliders />
      </SheetBody>
    </SheetContent>
  </Sheet>
);

export const End: Story = { render: open };
export const Start: Story = { args: { side: 'start', title: 'Layers' }, render: open };

export const Bottom: Story = {
  args: { side: 'bottom', description: 'Light falls from the upper left, as in the photo.' },
  render: open,
};

/** In right-to-left text, `start` is on the right and `end` on the left. */
export const RightToLeft: Story = {
  render: (args) => (
    <Sheet defaultOpen>
      <SheetContent {...args} dir="rtl" side="start">
        <SheetBody>
          <Sliders />
        </SheetBody>
      </SheetContent>
    </Sheet>
  ),
};

const cut = fn();

/** On a phone the inspector is below the canvas, which stays interactive. */
export const BesideTheCanvas: Story = {
  args: { side: 'bottom' },
  globals: { viewport: { value: 'phone' } },
  parameters: { layout: 'fullscreen' },
  render: (args) => (
    <Sheet defaultOpen modal={false}>
      <button type="button" aria-label="Cut here" className="block aspect-3/2 w-full" onClick={cut}>
        <StoryPicture />
      </button>
      <SheetContent {...args}>
        <SheetBody>
          <Sliders />
        </SheetBody>
      </SheetContent>
    </Sheet>
  ),
  play: async ({ canvas, userEvent }) => {
    cut.mockClear();
    const sheet = await screen.findByRole('dialog', { name: 'Shadow' });
    await userEvent.click(canvas.getByRole('button', { name: 'Cut here' }));
    await expect(cut).toHaveBeenCalledOnce();
    await expect(sheet).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

export const Open: Story = {
  ...BesideTheCanvas,
  play: async () => {
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Shadow' })).toBeVisible());
  },
};

export const Scrolling: Story = {
  args: { title: 'Adjust' },
  render: (args) => (
    <Sheet defaultOpen>
      <SheetContent {...args}>
        <SheetBody>
          <Sliders
            names={[
              'Light, direction',
              'Light, softness',
              'Contact shadow',
              'Shadow, distance',
              'Shadow, softness',
              'Colour match',
              'Rim light',
              'Edge, feather',
              'Edge, contrast',
              'Edge, shift',
              'Fringe removal',
              'Grain',
              'Blur of the background',
            ]}
          />
        </SheetBody>
        <SheetFooter>
          <Button>Reset</Button>
          <Button variant="primary">Apply</Button>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  ),
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    title: 'Hintergrundeinstellungen',
    description: 'Sie gelten für alle zwölf Fotos auf dem Tisch.',
    closeLabel: 'Schließen',
  },
  render: (args) => (
    <Sheet defaultOpen>
      <SheetContent {...args}>
        <SheetBody>
          <Sliders names={['Weichzeichnung des Hintergrunds', 'Kontaktschatten', 'Farbangleichung']} />
        </SheetBody>
        <SheetFooter>
          <Button>Zurücksetzen</Button>
          <Button variant="primary">Auf alle Fotos anwenden</Button>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh', viewport: { value: 'phone' } },
  args: { title: '阴影', description: '光从左上方来，与照片一致。', closeLabel: '关闭', side: 'bottom' },
  render: (args) => (
    <Sheet defaultOpen>
      <SheetContent {...args}>
        <SheetBody>
          <Sliders names={['方向', '柔和', '距离']} />
        </SheetBody>
      </SheetContent>
    </Sheet>
  ),
};

export const Dark: Story = { ...End, globals: { theme: 'dark' } };
export const Phone: Story = { ...End, globals: { viewport: { value: 'phone' } } };
