/** Adds a button to each block of code that copies the code. */
export function bindCopyButtons(): void {
  for (const frame of document.querySelectorAll('.code-frame')) {
    const code = frame.querySelector('code');
    if (!code) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(code.textContent, button));
    frame.append(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  // Without a secure connection there is no clipboard.
  const isCopied = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'Not allowed';
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}
