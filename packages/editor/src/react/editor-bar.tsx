import { Eye, ImagePlus, Move, SquareSplitHorizontal } from 'lucide-react';
import { TooltipProvider } from '@isola/ui/tooltip';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../editor.ts';
import type { Viewport } from '../viewport/create-viewport.ts';
import { BarButton } from './bar-button.tsx';
import type { Hold } from './canvas/use-hold.ts';
import { ZoomControls } from './canvas/zoom-controls.tsx';
import { useCommand } from './commands/editor-commands.tsx';
import { DownloadButtons } from './download-bar.tsx';
import { HelpButtons } from './help/help-buttons.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { useEditorHost } from './session/editor-host.tsx';
import { ImageBar } from './session/image-bar.tsx';
import { ViewMenu, type ViewMenuProps } from './view-menu.tsx';

export interface EditorBarProps extends ViewMenuProps {
  editor: Editor;
  store: Viewport;
  /** False in a tool without a comparison, which shows the original only while a button is held. */
  canCompare: boolean;
  comparing: boolean;
  hold: Hold;
  /** True when the window has enough width for the download next to the other buttons. */
  isWide: boolean;
}

/** The bar above the open image: its name, the actions on the whole image and, in a wide window, the download. */
export function EditorBar({ editor, store, canCompare, comparing, hold, isWide, ...view }: EditorBarProps) {
  const { itemActions } = useEditorHost();
  return (
    <TooltipProvider>
      <ImageBar name={editor.document.image.name}>
        <HistoryButtons />
        <ZoomControls store={store} />
        {canCompare ? <CompareButton comparing={comparing} hold={hold} /> : <OriginalButton hold={hold} />}
        <PlaceButton pressed={view.placing} />
        <ViewMenu {...view} />
        {!itemActions && <NewImageButton />}
        <HelpButtons />
        {itemActions}
        {isWide && <DownloadButtons editor={editor} size="md" />}
      </ImageBar>
    </TooltipProvider>
  );
}

/** Button that compares by a divider, and shows the original while it is held down. */
function CompareButton({ comparing, hold }: { comparing: boolean; hold: Hold }) {
  const { label, tip, run } = useCommand('compare');
  return (
    <BarButton
      label={label}
      tip={tip}
      {...hold.buttonProps}
      aria-pressed={comparing}
      onClick={() => !hold.wasHeld() && run()}
      isLabelled
    >
      <SquareSplitHorizontal aria-hidden />
    </BarButton>
  );
}

function OriginalButton({ hold }: { hold: Hold }) {
  const { t } = useTranslation('editor');
  return (
    <BarButton label={t('canvas.original')} tip={t('canvas.original')} aria-pressed={hold.held} {...hold.buttonProps}>
      <Eye aria-hidden />
    </BarButton>
  );
}

/** Button that starts or ends placing the subject. Narrower windows have it in the view menu instead. */
function PlaceButton({ pressed }: { pressed: boolean }) {
  const { label, tip, run, isEnabled } = useCommand('place-subject');
  return (
    <BarButton
      label={label}
      tip={tip}
      aria-pressed={pressed}
      aria-disabled={!isEnabled}
      onClick={run}
      isLabelled
      className="max-lg:hidden"
    >
      <Move aria-hidden />
    </BarButton>
  );
}

/** Button that opens another image. Phones have it in the command menu instead. */
function NewImageButton() {
  const { label, tip, run } = useCommand('new-image');
  return (
    <BarButton label={label} tip={tip} onClick={run} isLabelled className="max-sm:hidden">
      <ImagePlus aria-hidden />
    </BarButton>
  );
}
