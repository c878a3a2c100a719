import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type FormEvent } from 'react';
import { expect, fn, waitFor } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Field, FieldLegend, FieldSet } from '../field/field.tsx';
import { Input } from '../input/input.tsx';
import { Textarea } from '../textarea/textarea.tsx';
import { Form, FormActions, FormErrorSummary, type FormErrors } from './form.tsx';

const meta = {
  title: 'Forms/Form',
  component: Form,
  tags: ['!autodocs'],
  args: { onSubmit: fn((event: FormEvent) => event.preventDefault()), className: 'max-w-96' },
} satisfies Meta<typeof Form>;

export default meta;
type Story = StoryObj<typeof meta>;

interface Words {
  name: string;
  email: string;
  site: string;
  optional: string;
  send: string;
  cancel: string;
  title: string;
  kept: string;
  nameMissing: string;
  emailWrong: string;
}

const english: Words = {
  name: 'Studio name',
  email: 'Email',
  site: 'Shop address',
  optional: 'optional',
  send: 'Open the workspace',
  cancel: 'Cancel',
  title: 'Two things need another look',
  kept: 'Nothing was sent, and what you typed is still here.',
  nameMissing: 'Give the studio a name.',
  emailWrong: 'An email address has an @ in it.',
};

function check(form: HTMLFormElement, words: Words): FormErrors {
  const data = new FormData(form);
  return {
    ...(!data.get('name') && { name: words.nameMissing }),
    ...(!data.getAll('email').some((email) => typeof email === 'string' && email.includes('@')) && {
      email: words.emailWrong,
    }),
  };
}

function Workspace({ words = english, summary = false, sticky = false, ...props }: WorkspaceProps) {
  const [errors, setErrors] = useState<FormErrors>({});
  return (
    <Form
      {...props}
      className="max-w-96"
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        setErrors(check(event.currentTarget, words));
      }}
    >
      {summary && <FormErrorSummary title={words.title}>{words.kept}</FormErrorSummary>}
      <Field name="name" label={words.name} required>
        <Input autoComplete="organization" />
      </Field>
      <Field name="email" label={words.email} required>
        <Input type="email" autoComplete="email" />
      </Field>
      <Field name="site" label={words.site} optionalLabel={words.optional}>
        <Input type="url" placeholder="https://" />
      </Field>
      <FormActions sticky={sticky}>
        <Button type="submit" variant="primary">
          {words.send}
        </Button>
        <Button variant="ghost">{words.cancel}</Button>
      </FormActions>
    </Form>
  );
}

interface WorkspaceProps {
  words?: Words;
  summary?: boolean;
  sticky?: boolean;
}

/** A failed submit moves the focus to the first field with an error. */
export const Default: Story = {
  render: () => <Workspace />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Open the workspace' }));
    const name = canvas.getByRole('textbox', { name: 'Studio name' });
    await waitFor(() => expect(name).toHaveFocus());
    await expect(name).toHaveAccessibleDescription('Give the studio a name.');
    // Moving the focus makes screen readers read the error. An alert for each field would read it twice.
    await expect(canvas.queryByRole('alert')).toBeNull();

    await userEvent.type(name, 'Atelier Nord');
    await userEvent.click(canvas.getByRole('button', { name: 'Open the workspace' }));
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Email' })).toHaveFocus());
    await expect(name).toBeValid();
  },
};

/** The errors of a long form are listed at its top, where the focus moves. Each has a link to its field. */
export const Summary: Story = {
  render: () => <Workspace summary />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Open the workspace' }));
    const summary = await canvas.findByRole('group', { name: 'Two things need another look' });
    await waitFor(() => expect(summary).toHaveFocus());
    await userEvent.click(canvas.getByRole('link', { name: 'An email address has an @ in it.' }));
    await expect(canvas.getByRole('textbox', { name: 'Email' })).toHaveFocus();
    await expect(window.location.hash).toBe('');
  },
};

export const Keyboard: Story = {
  render: () => <Workspace summary />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('textbox', { name: 'Studio name' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(canvas.getByRole('group')).toHaveFocus());
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'Give the studio a name.' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('textbox', { name: 'Studio name' })).toHaveFocus();
    await userEvent.keyboard('Atelier Nord');
    await userEvent.tab();
    await userEvent.keyboard('mei@atelier-nord.example{Enter}');
    await waitFor(() => expect(canvas.queryByRole('group')).toBeNull());
  },
};

/** While the form waits for a server's response, a second submit is ignored. */
export const Pending: Story = {
  args: { pending: true },
  render: (args) => (
    <Form {...args}>
      <Field name="email" label="Email">
        <Input type="email" defaultValue="mei@atelier-nord.example" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" loading>
          Sending the link
        </Button>
      </FormActions>
    </Form>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), '{Enter}');
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Answers the pending submit. The play functions call it, so that no story depends on the duration of a response. */
let answerSubmit = () => {};

export const LateAnswer: Story = {
  render: function LateAnswer(args) {
    const [errors, setErrors] = useState<FormErrors>({});
    const [pending, setPending] = useState(false);
    return (
      <Form
        {...args}
        errors={errors}
        pending={pending}
        onSubmit={(event) => {
          event.preventDefault();
          setPending(true);
          answerSubmit = () => {
            setPending(false);
            setErrors({ code: 'This code was used on 3 March. Ask for a new one.' });
          };
        }}
      >
        <Field name="code" label="Voucher">
          <Input defaultValue="SPRING-26" />
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" loading={pending}>
            Redeem
          </Button>
        </FormActions>
      </Form>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox');
    await userEvent.click(canvas.getByRole('button', { name: 'Redeem' }));
    await expect(input).not.toHaveFocus();
    answerSubmit();
    await waitFor(() => expect(input).toHaveFocus());
    await expect(input).toHaveAccessibleDescription('This code was used on 3 March. Ask for a new one.');
  },
};

/** The focus is already in the field and does not move, so the error is announced as an alert. */
export const EnterInTheOnlyField: Story = {
  ...LateAnswer,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), '{Enter}');
    answerSubmit();
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This code was used on 3 March.');
    await expect(canvas.getByRole('textbox')).toHaveFocus();
  },
};

/** The focus does not move back when the user has left the field. The error is announced as an alert. */
export const GoneOn: Story = {
  render: (args, context) => (
    <>
      {LateAnswer.render?.(args, context)}
      <Input aria-label="Find a photo" className="mt-8 max-w-96" />
    </>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Redeem' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Voucher' }), 'B');
    answerSubmit();
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};

/** A group's error moves the focus to the first control in the group. */
export const GroupError: Story = {
  args: { errors: { addressee: 'Give a company or a name, so that the invoice has an addressee.' } },
  render: (args) => (
    <Form {...args}>
      <FormErrorSummary title="One thing needs another look" />
      <FieldSet name="addressee">
        <FieldLegend>Addressee</FieldLegend>
        <Field label="Company">
          <Input />
        </Field>
        <Field label="Name">
          <Input />
        </Field>
      </FieldSet>
    </Form>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('link'));
    await expect(canvas.getByRole('textbox', { name: 'Company' })).toHaveFocus();
  },
};

const german: Words = {
  name: 'Name des Fotostudios',
  email: 'E-Mail-Adresse',
  site: 'Internetadresse des Geschäfts',
  optional: 'freiwillig',
  send: 'Arbeitsbereich einrichten',
  cancel: 'Abbrechen',
  title: 'Zwei Angaben müssen noch einmal geprüft werden',
  kept: 'Es wurde nichts abgeschickt, und alle Eingaben sind erhalten.',
  nameMissing: 'Der Name des Fotostudios fehlt noch.',
  emailWrong: 'In einer E-Mail-Adresse kommt ein @ vor.',
};

const chinese: Words = {
  name: '工作室名称',
  email: '电子邮箱',
  site: '店铺网址',
  optional: '选填',
  send: '创建工作区',
  cancel: '取消',
  title: '有两处需要再看一下',
  kept: '还没有发送，您填写的内容都在。',
  nameMissing: '请填写工作室名称。',
  emailWrong: '邮箱地址里要有 @。',
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  render: () => <Workspace words={german} summary />,
  play: submit,
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  render: () => <Workspace words={chinese} summary />,
  play: submit,
};

export const Dark: Story = { ...Summary, globals: { theme: 'dark' }, play: submit };

export const Phone: Story = { ...LongestLanguage, globals: { locale: 'de', viewport: { value: 'phone' } } };

/** On a phone the buttons of a long form stay at the lower edge of the window. */
export const PhoneSticky: Story = {
  globals: { viewport: { value: 'phone' } },
  render: (args) => (
    <Form {...args}>
      {['Front', 'Back', 'Left', 'Right', 'Sole', 'Label'].map((view) => (
        <Field key={view} label={view} optionalLabel="optional">
          <Textarea placeholder="What to see to in this view" />
        </Field>
      ))}
      <FormActions sticky>
        <Button type="submit" variant="primary">
          Send to the studio
        </Button>
        <Button variant="ghost">Cancel</Button>
      </FormActions>
    </Form>
  ),
};

async function submit({ canvasElement }: { canvasElement: HTMLElement }) {
  canvasElement.querySelector('form')?.requestSubmit();
  await waitFor(() => expect(canvasElement.querySelector('[data-slot="form-error-summary"]')).toHaveFocus());
}
