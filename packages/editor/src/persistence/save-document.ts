import { contentHashOf } from './content-hash.ts';
import type { DocumentRecord, SegmentationToSave } from './image-records.ts';
import type { ProjectStore } from './project-store.ts';
import { reportFailure } from './report-failure.ts';
import type { DocumentHistory } from './saved-history.ts';
import { backgroundImagesOf, projectOf } from './saved-project.ts';
import { setOpenId } from './tab-lock.ts';
import { untilIdle } from './thumbnails.ts';

/** Time between two attempts to save a whole document, which may be large, in milliseconds. */
const retryMs = 10_000;

/** Writes documents to the store, and records which data the store has. No function rejects. */
export interface DocumentSaver {
  /**
   * Saves the whole document with its segmentation. Its outcome is ignored if a newer segmentation arrives meanwhile.
   */
  readonly saveWhole: (record: DocumentRecord, toSave: SegmentationToSave) => Promise<void>;
  /**
   * Saves the steps that the store lacks, or the whole document if it could not be saved before. Waits for every write
   * of steps that is under way.
   */
  readonly saveHistory: (record: DocumentRecord) => Promise<void>;
  /** Waits for every write that is under way, then saves the steps. */
  readonly saveAll: (record: DocumentRecord) => Promise<void>;
  readonly saveThumbnail: (record: DocumentRecord) => Promise<void>;
  /** Notes whether the store still has a document. The browser or another tab may have removed it or put it back. */
  readonly checkSaved: (record: DocumentRecord) => Promise<void>;
  /**
   * Removes an image that was opened from the same file as another saved one and was not edited. In a list of recent
   * images nobody could distinguish the two.
   */
  readonly dropRepeated: (record: DocumentRecord) => Promise<void>;
}

/**
 * @param isCurrent Returns whether a document is the open one, whose id the tab remembers.
 * @param now Returns the current time in milliseconds since 1970.
 */
export function createDocumentSaver(
  store: Pick<ProjectStore, 'save' | 'updateHistory' | 'updateThumbnail' | 'findSame' | 'isSaved' | 'remove'>,
  isCurrent: (record: DocumentRecord) => boolean,
  now: () => number,
): DocumentSaver {
  async function write(record: DocumentRecord, { segmentation, thumbnail }: SegmentationToSave) {
    const { id, openedAt, document, resultThumbnail } = record;
    const shown = resultThumbnail ?? (await thumbnail);
    if (!segmentation.png.file) await untilIdle();
    const project = await projectOf(document, segmentation);
    record.contentHash ??= await contentHashOf(document.image.file);
    const { contentHash, fingerprint } = record;
    const row = { id, openedAt, changedAt: now(), thumbnail: shown, isThumbnailCurrent: false };
    return { project, outcome: await store.save({ ...project, ...row, contentHash, fingerprint }) };
  }

  async function saveWhole(record: DocumentRecord, toSave: SegmentationToSave): Promise<void> {
    if (record.locking) await record.locking;
    record.savedWholeAt = now();
    const { id, resultThumbnail } = record;
    const saved = await reportFailure(write(record, toSave));
    const outcome = saved === 'no-storage' ? saved : saved.outcome;
    // A newer segmentation arrived meanwhile, and its own call saves it.
    if (record.latest !== toSave) return;
    record.isStored = outcome === 'saved' || record.isStored;
    record.lacksResult = outcome !== 'saved';
    if (saved !== 'no-storage' && outcome === 'saved') {
      record.storedHistory = saved.project.history;
      record.storedImages = new Set(saved.project.backgroundImages.map((picture) => picture.id));
      if (isCurrent(record)) setOpenId(id);
      void askToPersist();
    }
    record.state.setState(outcome);
    if (record.resultThumbnail !== resultThumbnail) void saveThumbnail(record);
    void saveHistory(record);
  }

  async function saveThumbnail(record: DocumentRecord): Promise<void> {
    if (record.locking) await record.locking;
    const { id, isStored, resultThumbnail } = record;
    if (isStored && resultThumbnail) await reportFailure(store.updateThumbnail(id, resultThumbnail));
  }

  async function saveHistory(record: DocumentRecord): Promise<void> {
    if (record.locking) await record.locking;
    const { latest, savedWholeAt } = record;
    const state = record.state.getState();
    if (!record.isStored || record.lacksResult) {
      // A document that was removed stays removed. A document or result that could not be saved is tried again, also when
      // the clock was set back meanwhile.
      const isRefused = state === 'full' || state === 'no-storage' || state === 'newer-version';
      const isRested = Math.abs(now() - savedWholeAt) >= retryMs;
      if (latest && isRefused && isRested) return await saveWhole(record, latest);
    }
    if (!record.isStored) return;
    const history = record.document.history.dump();
    if (!isSameHistory(record.storedHistory, history)) {
      const writing = writeSteps(record, history);
      record.writing = record.writing.then(() => writing);
    }
    await record.writing;
  }

  async function writeSteps(record: DocumentRecord, history: DocumentHistory): Promise<void> {
    // The thumbnail shows the state before this change.
    record.resultThumbnail = undefined;
    const pictures = backgroundImagesOf(record.document);
    const added = pictures.filter(({ id }) => !record.storedImages.has(id));
    record.storedHistory = history;
    record.storedImages = new Set(pictures.map(({ id }) => id));
    const outcome = await reportFailure(store.updateHistory(record.id, history, added));
    if (outcome !== 'saved') {
      // The next write saves everything that is missing.
      record.storedHistory = undefined;
      const addedIds = new Set(added.map(({ id }) => id));
      record.storedImages = new Set([...record.storedImages].filter((id) => !addedIds.has(id)));
    }
    if (outcome === 'gone') noteGone(record);
    // An earlier write failed after this one had begun, and with it the pictures that this one did not contain.
    else if (outcome === 'saved' && !record.storedHistory) void saveHistory(record);
    // Without its result, the document is not saved.
    else if (outcome !== 'saved' || !record.lacksResult) record.state.setState(outcome);
  }

  function noteGone(record: DocumentRecord): void {
    record.isStored = false;
    if (isCurrent(record)) setOpenId(undefined);
    record.state.setState('gone');
  }

  async function checkSaved(record: DocumentRecord): Promise<void> {
    if (record.locking) await record.locking;
    const wasGone = record.state.getState() === 'gone';
    if (!record.isStored && !wasGone) return;
    const isSaved = await store.isSaved(record.id);
    if (isSaved === false && record.isStored) noteGone(record);
    else if (isSaved && wasGone && !record.isStored) {
      record.isStored = true;
      if (isCurrent(record)) setOpenId(record.id);
      record.state.setState('saved');
      void saveHistory(record);
    }
  }

  return {
    saveWhole,
    saveHistory,
    saveThumbnail,
    checkSaved,
    async saveAll(record) {
      while (record.state.getState() === 'saving') await nextChange(record);
      await saveHistory(record);
    },
    async dropRepeated({ id, contentHash, isStored, document, latest, isHistoryLost, isSegmentedAgain }) {
      const hasSteps = document.history.dump().past.length > 1;
      const isFirstResult = !isSegmentedAgain && latest?.segmentation.run.detail === 'standard';
      // A history that could not be read is still stored, with its steps.
      if (hasSteps || isHistoryLost || !isFirstResult || !isStored || !contentHash) return;
      if (await store.findSame(contentHash, id)) await reportFailure(store.remove(id));
    },
  };
}

/** @returns whether the document has steps that are saved neither on this device nor in a file of the user's. */
export function isAtRisk(record: DocumentRecord): boolean {
  const history = record.document.history.dump();
  const saving = record.state.getState();
  // A saved document takes its steps once this tab has its lock.
  const isLocking = record.locking !== undefined && !isSameHistory(record.storedHistory, history);
  const isUnsaved = saving === 'saved' ? isLocking : saving !== 'saving';
  return isUnsaved && history.at > 0 && !isSameHistory(record.exportedHistory, history);
}

/** @returns whether a file of the user's contains the document in its current state. */
export function isExported({ document, exportedHistory }: DocumentRecord): boolean {
  return isSameHistory(exportedHistory, document.history.dump());
}

/** @returns whether the store has the document in its current state. It holds once no write is under way. */
export function isSaved({ state, document, storedHistory }: DocumentRecord): boolean {
  return state.getState() === 'saved' && isSameHistory(storedHistory, document.history.dump());
}

function isSameHistory(one: DocumentHistory | undefined, other: DocumentHistory): boolean {
  return one?.past === other.past && one.at === other.at;
}

function nextChange({ state }: DocumentRecord): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = state.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}

let isAsked = false;

/** Asks the browser not to evict this page's storage when the disk is full. A refusal is ignored. */
async function askToPersist(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // This browser cannot be asked.
  }
}
