import { type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { BrushStore } from '../brush/create-brush-store.ts';
import { PhotoNotes } from '../intake/photo-notes.tsx';
import { LookCloser } from '../look-closer.tsx';
import { ResultFacts } from '../result-facts.tsx';
import { ResultNotes } from '../result-notes.tsx';
import { BackgroundSection } from './background-section.tsx';
import { CropPanel } from './crop-panel.tsx';
import { type Desk, useRendering } from './desk-of.ts';
import { ExportSection } from './export-section.tsx';
import { FailureNote } from './failure-note.tsx';
import { FringeCheck } from './fringe-check.tsx';
import { LightPanel } from './light-panel.tsx';
import { ProjectSection } from './project-section.tsx';
import { RefinePanel } from './refine-panel.tsx';
import type { ToolId } from './tools.ts';
import { useEditedMatte } from './use-edited-matte.ts';

export interface EditorPanelProps {
  desk: Desk;
  tool: ToolId;
  brush: BrushStore;
  id: string;
  ref?: Ref<HTMLElement>;
}

/** What the chosen tool can do. */
export function EditorPanel({ desk, tool, brush, id, ref }: EditorPanelProps) {
  const { t } = useTranslation('editor');
  const title = useId();
  return (
    <aside
      ref={ref}
      id={id}
      aria-labelledby={title}
      data-slot="editor"
      data-tool={tool}
      className="flex flex-col gap-4 overflow-y-auto border-line bg-sheet p-4 [grid-area:panel] *:flex-none max-lg:max-h-[38dvh] max-lg:border-t lg:border-s lg:p-5"
    >
      {tool === 'background' && (
        <>
          <ResultNotes result={desk.result} />
          <PhotoNotes photo={desk.document.photo} result={desk.result} />
        </>
      )}
      <h3 id={title} className="text-14 font-medium">
        {t(`tools.${tool}.title`)}
      </h3>
      <FailureNote rendering={desk.rendering} />
      {contentOf(tool, desk, brush)}
    </aside>
  );
}

function contentOf(tool: ToolId, desk: Desk, brush: BrushStore): ReactNode {
  const { document, result } = desk;
  switch (tool) {
    case 'background':
      return <BackgroundSection document={document} />;
    case 'refine':
      return <Refine desk={desk} brush={brush} />;
    case 'light':
      return <LightPanel document={document} />;
    case 'crop':
      return <Crop desk={desk} />;
    case 'export':
      return (
        <>
          <ExportSection document={document} result={result} />
          <ProjectSection document={document} result={result} />
          <ResultFacts result={result} />
        </>
      );
    default:
      return tool satisfies never;
  }
}

function Refine({ desk, brush }: { desk: Desk; brush: BrushStore }) {
  const { document, rendering, result } = desk;
  const { isRefining } = useRendering(rendering);
  return (
    <>
      <RefinePanel document={document} brush={brush} busy={isRefining} />
      <FringeCheck desk={desk} />
      <LookCloser result={result} />
    </>
  );
}

function Crop({ desk }: { desk: Desk }) {
  const matte = useEditedMatte(desk);
  return <CropPanel document={desk.document} matte={matte} photoSize={matte} />;
}
