/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test';

import { Field } from '../field/field.tsx';
import { Combobox, type ComboboxOption } from './combobox.tsx';

const documents: ComboboxOption[] = [
  { value: 'cn-passport', label: 'China, passport', keywords: ['33 × 48', '护照'], group: 'Asia' },
  { value: 'jp-passport', label: 'Japan, passport', keywords: ['35 × 45'], group: 'Asia' },
  { value: 'kr-id', label: 'Korea, identity card', keywords: ['35 × 45'], group: 'Asia' },
  { value: 'in-visa', label: 'India, visa', keywords: ['51 × 51'], group: 'Asia' },
  { value: 'eu-passport', label: 'European Union, passport', keywords: ['35 × 45', 'Schengen'], group: 'Europe' },
  { value: 'uk-passport', label: 'United Kingdom, passport', keywords: ['Great Britain', '35 × 45'], group: 'Europe' },
  { value: 'ch-id', label: 'Switzerland, identity card', keywords: ['Schweiz', 'Suisse'], group: 'Europe' },
  { value: 'us-visa', label: 'United States, visa', keywords: ['USA', '51 × 51'], group: 'America' },
  { value: 'ca-passport', label: 'Canada, passport', keywords: ['50 × 70'], group: 'America' },
  { value: 'br-passport', label: 'Brazil, passport', disabled: true, group: 'America' },
  { value: 'ci-passport', label: 'Côte d’Ivoire, passport', group: 'Africa' },
  { value: 'eg-passport', label: 'Egypt, passport', group: 'Africa' },
];

const meta = {
  title: 'Forms/Combobox',
  component: Combobox,
  tags: ['!autodocs'],
  args: {
    'aria-label': 'Document',
    placeholder: 'Country or document',
    options: documents,
    emptyText: 'No document of that name',
    countText: (count: number) => `${count} found`,
    className: 'max-w-80',
    onValueChange: fn(),
  },
  argTypes: { options: { table: { type: { summary: 'ComboboxOption[]' } } } },
  // Space for the list below the input.
  decorators: [(Story, { viewMode }) => (viewMode === 'docs' ? Story() : <div className="min-h-96">{Story()}</div>)],
} satisfies Meta<typeof Combobox>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithDetails: Story = {
  args: {
    defaultValue: 'us',
    options: [
      {
        value: 'us',
        label: 'Passport',
        inputText: 'United States: Passport',
        detail: '51 × 51 mm',
        group: 'United States',
      },
      { value: 'jp', label: 'Passport', inputText: 'Japan: Passport', detail: '35 × 45 mm', group: 'Japan' },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox', { name: 'Document' });
    await expect(input).toHaveValue('United States: Passport');
    await userEvent.click(input);
    await userEvent.click(await screen.findByRole('option', { name: /35 × 45 mm/ }));
    await expect(input).toHaveValue('Japan: Passport');
    // The text matches both labels, so neither is selected.
    await userEvent.clear(input);
    await userEvent.type(input, 'passport');
    await userEvent.tab();
    await expect(input).toHaveValue('');
  },
};

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('combobox', { name: 'Document' });
    await userEvent.click(input);
    await seen(screen.findByRole('listbox', { name: 'Document' }));
    await userEvent.type(input, 'kingdom');
    await expect(screen.getAllByRole('option')).toHaveLength(1);
    await expect(canvas.getByRole('status')).toHaveTextContent('1 found');
    await userEvent.click(screen.getByRole('option', { name: 'United Kingdom, passport' }));
    await expect(args.onValueChange).toHaveBeenLastCalledWith('uk-passport');
    await expect(input).toHaveValue('United Kingdom, passport');
    await expect(input).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  },
};

export const Open: Story = {
  args: { defaultValue: 'jp-passport' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'));
    await seen(screen.findByRole('option', { name: 'Japan, passport', selected: true }));
  },
};

export const Filtered: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'COTE');
    await expect(await screen.findByRole('option')).toHaveTextContent('Côte d’Ivoire, passport');
  },
};

export const Keyboard: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('combobox');
    const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await userEvent.tab();
    await expect(input).toHaveFocus();
    await expect(input).toHaveAttribute('aria-expanded', 'false');

    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    await expect(input).toHaveAttribute('aria-expanded', 'true');
    await expect(active()).toBe('China, passport');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(active()).toBe('Korea, identity card');
    await userEvent.keyboard('{End}');
    await expect(active()).toBe('Egypt, passport');
    await userEvent.keyboard('{ArrowDown}');
    await expect(active()).toBe('China, passport');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect(active()).toBe('Côte d’Ivoire, passport');
    // Disabled options are skipped.
    await userEvent.keyboard('{ArrowUp}');
    await expect(active()).toBe('Canada, passport');
    await userEvent.keyboard('{PageUp}');
    await expect(active()).toBe('China, passport');
    await userEvent.keyboard('{PageDown}');
    await expect(active()).toBe('Egypt, passport');
    await userEvent.keyboard('{Home}');
    await expect(active()).toBe('China, passport');

    await userEvent.keyboard('passp');
    await expect(active()).toBe('China, passport');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('jp-passport');
    await expect(input).toHaveValue('Japan, passport');
    await expect(input).toHaveFocus();

    // Escape closes the list and discards the typed text. The selection stays.
    await userEvent.keyboard('{Backspace}{Backspace}');
    await expect(input).toHaveValue('Japan, passpo');
    await userEvent.keyboard('{Escape}');
    await expect(input).toHaveAttribute('aria-expanded', 'false');
    await expect(input).toHaveValue('Japan, passport');

    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect(active()).toBe('Japan, passport');
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect(input).toHaveAttribute('aria-expanded', 'false');
    await expect(args.onValueChange).toHaveBeenCalledTimes(1);
  },
};

export const Empty: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox');
    await userEvent.type(input, 'Atlantis');
    await expect(canvas.getByRole('status')).toHaveTextContent('No document of that name');
    await expect(input).toHaveAttribute('aria-expanded', 'false');
  },
};

/** On blur, a text that names one option selects it. Any other text is replaced. */
export const Leaving: Story = {
  args: { defaultValue: 'us-visa' },
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('combobox');
    await userEvent.clear(input);
    await expect(args.onValueChange).toHaveBeenLastCalledWith('');
    await userEvent.type(input, 'Atlantis');
    await userEvent.tab();
    await expect(input).toHaveValue('');
    await userEvent.type(input, 'india, VISA');
    await userEvent.tab();
    await expect(input).toHaveValue('India, visa');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('in-visa');
  },
};

/** During a composition the input method handles Enter. */
export const Composing: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByRole('combobox');
    await userEvent.type(input, '护照');
    await screen.findByRole('option', { name: 'China, passport' });
    await fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    await fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
    await expect(args.onValueChange).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect(args.onValueChange).toHaveBeenLastCalledWith('cn-passport');
  },
};

export const Loading: Story = {
  args: { options: [], loading: true, loadingText: 'Fetching the documents' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'));
    await expect(canvas.getByRole('status')).toHaveTextContent('Fetching the documents');
  },
};

/** The parent searches for options, and the list shows the results. */
export const FoundElsewhere: Story = {
  render: function FoundElsewhere(args) {
    const [options, setOptions] = useState<ComboboxOption[]>([]);
    const [loading, setLoading] = useState(false);
    return (
      <Combobox
        {...args}
        filter={false}
        options={options}
        loading={loading}
        loadingText="Asking the server"
        onQueryChange={(query) => {
          setLoading(true);
          setTimeout(() => {
            setLoading(false);
            setOptions(documents.filter(({ keywords }) => keywords?.includes(query)));
          }, 100);
        }}
      />
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'USA');
    await seen(screen.findByRole('option', { name: 'United States, visa' }));
  },
};

export const Controlled: Story = {
  render: function Controlled(args) {
    const [value, setValue] = useState('ch-id');
    return <Combobox {...args} value={value} onValueChange={setValue} clearLabel="Choose none" startIcon={<Globe />} />;
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox');
    await expect(input).toHaveValue('Switzerland, identity card');
    await userEvent.click(canvas.getByRole('button', { name: 'Choose none' }));
    await expect(input).toHaveValue('');
    await expect(input).toHaveFocus();
  },
};

export const InField: Story = {
  args: { 'aria-label': undefined, className: '' },
  render: (args) => (
    <form>
      <Field name="document" label="Document" hint="It sets the size and the place of the head." className="max-w-80">
        <Combobox {...args} defaultValue="eu-passport" />
      </Field>
    </form>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const input = canvas.getByRole('combobox', { name: 'Document' });
    await expect(input).toHaveAccessibleDescription('It sets the size and the place of the head.');
    await userEvent.click(canvas.getByText('Document'));
    await userEvent.keyboard('{ArrowDown}');
    await seen(screen.findByRole('listbox', { name: 'Document' }));
    const form = canvasElement.querySelector('form') ?? undefined;
    await expect([...new FormData(form)]).toEqual([['document', 'eu-passport']]);
    await userEvent.keyboard('{Escape}');
  },
};

export const Invalid: Story = {
  args: { 'aria-label': undefined, className: '' },
  render: (args) => (
    <Field label="Document" error="Choose the document that the photo is for." className="max-w-80">
      <Combobox {...args} />
    </Field>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox')).toBeInvalid();
  },
};

export const Disabled: Story = {
  args: { disabled: true, defaultValue: 'eu-passport' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'));
    await expect(screen.queryByRole('listbox')).toBeNull();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    'aria-label': 'Dokument',
    placeholder: 'Land oder Dokument',
    emptyText: 'Kein Dokument dieses Namens gefunden',
    className: 'max-w-60',
    options: [
      { value: 'ch', label: 'Schweizerische Eidgenossenschaft, Identitätskarte', group: 'Europa' },
      { value: 'at', label: 'Österreich, Führerschein', group: 'Europa' },
      { value: 'gb', label: 'Vereinigtes Königreich Großbritannien und Nordirland, Reisepass', group: 'Europa' },
    ],
    defaultValue: 'at',
  },
  play: openIt,
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    'aria-label': '证件',
    placeholder: '国家或证件',
    emptyText: '没有找到这个证件',
    options: [
      { value: 'cn', label: '中国护照', keywords: ['zhongguo'], group: '亚洲' },
      { value: 'jp', label: '日本签证', keywords: ['riben'], group: '亚洲' },
      { value: 'us', label: '美国签证', keywords: ['meiguo'], group: '美洲' },
    ],
    defaultValue: 'jp',
  },
  play: openIt,
};

export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
export const Phone: Story = { ...Open, globals: { viewport: { value: 'phone' } } };

async function openIt({ canvasElement }: { canvasElement: HTMLElement }) {
  const input = canvasElement.querySelector<HTMLInputElement>('[role="combobox"]');
  input?.focus();
  input?.click();
  await seen(screen.findByRole('listbox'));
}

/** Waits until an element has faded in. */
async function seen(element: Promise<HTMLElement>) {
  const found = await element;
  await waitFor(() => expect(found).toBeVisible());
}
