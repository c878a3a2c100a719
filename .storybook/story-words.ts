import type admin from '../packages/i18n/src/locales/en/admin.json';
import type auth from '../packages/i18n/src/locales/en/auth.json';
import type batch from '../packages/i18n/src/locales/en/batch.json';
import type common from '../packages/i18n/src/locales/en/common.json';
import type editor from '../packages/i18n/src/locales/en/editor.json';
import type faq from '../packages/i18n/src/locales/en/faq.json';
import type home from '../packages/i18n/src/locales/en/home.json';
import type idPhoto from '../packages/i18n/src/locales/en/id-photo.json';
import type idPhotoTool from '../packages/i18n/src/locales/en/id-photo-tool.json';
import type membership from '../packages/i18n/src/locales/en/membership.json';
import type pages from '../packages/i18n/src/locales/en/pages.json';
import type press from '../packages/i18n/src/locales/en/press.json';
import type privacy from '../packages/i18n/src/locales/en/privacy.json';
import type shopPhoto from '../packages/i18n/src/locales/en/shop-photo.json';
import type tool from '../packages/i18n/src/locales/en/tool.json';
import type { ArticleName } from '../packages/i18n/src/namespaces.ts';

interface Bundles {
  admin: typeof admin;
  auth: typeof auth;
  batch: typeof batch;
  common: typeof common;
  editor: typeof editor;
  faq: typeof faq;
  home: typeof home;
  'id-photo': typeof idPhoto;
  'id-photo-tool': typeof idPhotoTool;
  membership: typeof membership;
  pages: typeof pages;
  press: typeof press;
  privacy: typeof privacy;
  'shop-photo': typeof shopPhoto;
  tool: typeof tool;
}
type StoryKey =
  | { [N in keyof Bundles]: `${N}:${keyof Bundles[N] & string}` }[keyof Bundles]
  | `${ArticleName}:#${string}`;

/**
 * Texts of the UI kit's stories that also occur in the product, each with its translation key. The toolbar's language
 * setting translates them. A missing bundle key is a compile error; a missing article heading (`faq:#price`) fails a
 * test.
 */
export const storyWords = {
  'AI backgrounds': 'membership:usage.ai',
  Amount: 'membership:payments.amount',
  Appearance: 'common:theme.label',
  'Are my photos uploaded?': 'faq:#uploaded',
  'As the system': 'common:theme.system',
  Background: 'editor:background.title',
  Batch: 'pages:batch.nav',
  Brightness: 'editor:picker.brightness',
  Brush: 'editor:help.group.brush',
  Cancel: 'tool:cancel',
  'Caps lock is on.': 'auth:password.capsLock',
  China: 'id-photo-tool:country.CN',
  'China, passport': 'id-photo:#refused-cn',
  'Choose photos': 'batch:drop.pick',
  Close: 'admin:action.close',
  Colour: 'editor:background.colors',
  'Colour match': 'editor:light.match',
  'Contact shadow': 'editor:light.contact',
  Copied: 'press:copy.done',
  Copy: 'editor:export.copy',
  'Country or document': 'id-photo-tool:view.document.search',
  'Cut-out': 'tool:compare.after',
  Dark: 'common:theme.dark',
  Day: 'admin:chart.day',
  'Delete 12 photos from this device?': 'editor:saved.removeAllTitle',
  'Delete the account': 'auth:account.delete.title',
  Direction: 'editor:light.angle',
  Distance: 'editor:light.distance',
  'Divider between the original and the cut-out': 'editor:canvas.divider',
  Document: 'id-photo-tool:view.step.document',
  Done: 'batch:edit.done',
  Download: 'batch:item.download',
  Edge: 'editor:refine.edge',
  Email: 'admin:users.email',
  Export: 'editor:tools.export',
  Feather: 'editor:refine.feather',
  'Fetching the model': 'tool:stage.loading-model',
  File: 'batch:preset.file',
  'File format': 'editor:step.format',
  'Finding the subject': 'tool:stage.segmenting',
  Free: 'membership:plan.free.name',
  'Hex code': 'editor:picker.hex',
  'Hide the password': 'auth:password.hide',
  Home: 'pages:home.nav',
  Hue: 'editor:picker.hue',
  Images: 'admin:user.usage',
  'Keep camera data': 'editor:file.notes',
  'Keep it': 'batch:clear.keep',
  'Keep them': 'batch:clear.keep',
  Language: 'common:language.label',
  Light: 'common:theme.light',
  'Long side': 'batch:preset.longSide',
  Membership: 'pages:membership.title',
  Model: 'editor:networkLog.for.model',
  'New password': 'auth:password.new',
  Next: 'admin:paging.next',
  'No document of that name': 'id-photo-tool:view.document.none',
  None: 'shop-photo:shadow.none',
  'On the device': 'home:fact.local.title',
  Opacity: 'editor:refine.opacity',
  'Opening the photo': 'tool:opening.reading',
  Original: 'tool:compare.before',
  Paper: 'id-photo-tool:view.sheet.paper',
  Passport: 'id-photo-tool:document.cn-passport',
  Password: 'auth:password.label',
  Photos: 'admin:user.usage',
  'Pick from the screen': 'editor:picker.eyeDropper',
  Picture: 'tool:picture.label',
  Pixels: 'editor:file.pixels',
  Plan: 'admin:users.plan',
  Previous: 'admin:paging.previous',
  'Previous page': 'membership:paging.previous',
  Progress: 'tool:stages.label',
  'QR code for your authenticator app': 'admin:factor.scan.qr',
  'Reading the photo': 'tool:stage.preprocessing',
  Redo: 'editor:history.redo',
  Registered: 'admin:users.created',
  Reset: 'editor:light.reset',
  Saturation: 'editor:picker.saturation',
  'Saturation and brightness': 'editor:picker.area',
  Save: 'editor:file.save',
  'Send again': 'auth:mail.again',
  Shadow: 'shop-photo:shadow.label',
  'Shop pictures': 'pages:ecommerce.nav',
  'Show as a table': 'admin:chart.table',
  'Show the password': 'auth:password.show',
  Size: 'editor:background.scale',
  Softness: 'editor:light.softness',
  'Start again': 'tool:retry',
  State: 'admin:users.state',
  Studio: 'editor:step.studio',
  'Terms of use': 'pages:terms.title',
  'The order could not be sent': 'auth:mail.sent.failed',
  Tools: 'editor:tools.label',
  Transparent: 'editor:background.transparent',
  'Try again': 'tool:retry',
  Undo: 'editor:history.undo',
  'United Kingdom, passport': 'id-photo:#refused-uk',
  'United States': 'id-photo-tool:country.US',
  'What does a month cost?': 'faq:#price',
  'What leaves your device': 'privacy:requests.column.leaves',
  'What stays on your device': 'privacy:#device',
  'Which files can I open?': 'faq:#formats',
  White: 'id-photo-tool:background.white',
  'You are here': 'common:breadcrumbs',
  'You are offline': 'auth:offline.title',
  Zoom: 'editor:canvas.zoomGroup',
} as const satisfies Record<string, StoryKey>;
