import type { Quotes } from '../sourced-figures.ts';
import type { Figure } from './document.ts';
import type { DocumentId } from './documents.ts';
import type { SourceId } from './sources.ts';

/** Documents that are asked for most. Their figures were compared with stored copies of the authorities' own texts. */
export const mostAskedDocumentIds = [
  'us-passport',
  'uk-passport',
  'schengen-visa',
  'cn-one-inch',
  'cn-two-inch',
  'cn-passport',
  'in-passport',
  'jp-passport',
  'kr-passport',
  'de-identity',
] as const satisfies readonly DocumentId[];

/**
 * Words of the official sources that state the figures. Spaces and line breaks are normalised, and an ellipsis marks
 * words that are left out; nothing else is changed.
 */
export const documentQuotes: { readonly [Id in DocumentId]?: Quotes<Figure, SourceId> } = {
  'us-passport': {
    size: [{ source: 'us-embassy', text: '2 x 2 inches (51 x 51 mm) in size' }],
    head: [
      {
        source: 'us-embassy',
        text: 'Sized such that the head is between 1 inch and 1 3/8 inches (between 25 and 35 mm)',
      },
    ],
    eyes: [{ source: 'us-brochure', text: '(28 mm and 35 mm) from bottom of photo' }],
    background: [{ source: 'us-embassy', text: 'Taken in front of a plain white or off-white background' }],
    editing: [{ source: 'us-brochure', text: 'Do not retouch or otherwise enhance or soften photo.' }],
  },
  'us-visa': {
    size: [
      {
        source: 'us-digital',
        text: 'the size of the paper photograph should be at least 2 inches — 2 inches (51 mm — 51 mm) square',
      },
    ],
    pixels: [
      {
        source: 'us-digital',
        text: 'Minimum acceptable dimensions are 600 pixels (width) — 600 pixels (height). Maximum acceptable dimensions are 1200 pixels (width) — 1200 pixels (height).',
      },
    ],
    fileSize: [{ source: 'us-digital', text: 'Must be less than or equal to 240 kilobytes.' }],
    editing: [{ source: 'us-brochure', text: 'Do not retouch or otherwise enhance or soften photo.' }],
  },
  'schengen-visa': {
    background: [
      {
        source: 'de-visa-us',
        text: 'The background should be neutral and light, providing sufficient contrast to the face and hair (a neutral gray).',
      },
    ],
  },
  'cn-passport': {
    size: [{ source: 'cn-shidian', text: '半身证件照尺寸:48毫米×33毫米' }],
    head: [{ source: 'cn-shidian', text: '头部长度:28-33毫米' }],
    background: [{ source: 'cn-shidian', text: '照片背景颜色为白色,其他颜色不予受理。' }],
  },
  'in-passport': {
    size: [
      {
        source: 'in-rabat',
        text: 'The photograph should be in colour and of the size of 2 inch x 2 inch (51mm x 51mm).',
      },
    ],
    background: [{ source: 'in-rabat', text: 'The background should be of plain white or off-white color.' }],
  },
  'jp-passport': {
    size: [{ source: 'jp-noboribetsu', text: '縦:45mm 横:35mm' }],
    head: [{ source: 'jp-noboribetsu', text: '顔の寸法:32mmから36mmまで(頭頂からあごまで)' }],
    topMargin: [{ source: 'jp-noboribetsu', text: '上余白:2mmから6mmまで' }],
    chinMargin: [{ source: 'jp-noboribetsu', text: '下余白:5mmから9mm(あごから下まで)' }],
    background: [{ source: 'jp-miyazaki', text: '背景は無地の淡い色(均一かつグラデーション不可)とし' }],
    editing: [{ source: 'jp-aichi', text: '不適切な写真の例 … 画像に修正を加えたもの' }],
  },
  'kr-passport': {
    size: [{ source: 'kr-goyang', text: 'size should be width 3.5cm, length 4.5cm' }],
    background: [{ source: 'kr-goyang', text: 'Background must be white.' }],
    editing: [{ source: 'kr-goyang', text: 'Copied or edited by Photoshop pictures are not acceptable.' }],
  },
  'de-identity': {
    size: [
      {
        source: 'de-passv',
        text: 'ein aktuelles Lichtbild in der Größe von 45 Millimeter x 35 Millimeter im Hochformat und ohne Rand',
      },
    ],
    head: [
      {
        source: 'de-embassy',
        text: 'das Gesicht darf nicht kleiner als 32 mm (1 ¼ inch) und nicht größer als 36 mm (1 3/8 inch) sein',
      },
    ],
    background: [
      {
        source: 'de-embassy',
        text: 'Der Hintergrund muss einfarbig hell sein und einen Kontrast zum Gesicht und den Haaren aufweisen (idealerweise neutral grau).',
      },
    ],
    editing: [
      {
        source: 'de-neuenhaus',
        text: 'die entweder in der Behörde erstellt wurden oder vom Fotografen medienbruchfrei und digital über eine sichere Cloud bereitgestellt wurden',
      },
    ],
  },
  'fr-identity': {
    size: [{ source: 'fr-ants', text: 'La photo doit mesurer 35mm de large sur 45mm de haut.' }],
    head: [
      {
        source: 'fr-ants',
        text: 'La taille du visage doit être de 32 à 36mm, du bas du menton au sommet du crâne (hors chevelure).',
      },
    ],
    background: [
      {
        source: 'fr-ants',
        text: 'Le fond doit être uni, de couleur claire (bleu clair, gris clair). Le blanc est interdit.',
      },
    ],
    editing: [
      {
        source: 'fr-ants',
        text: "Qui peut recueillir l'image numérisée de votre visage ? - Les photographes professionnels , - Les ambassades et les postes consulaires.",
      },
    ],
  },
  'sg-passport': {
    size: [{ source: 'sg-ica', text: 'Clear and in focus, 35mm wide by 45mm high, without any borders' }],
    pixels: [{ source: 'sg-ica', text: '400 by 514 pixels image size' }],
    background: [{ source: 'sg-ica', text: 'In colour taken against a plain white background without shadows' }],
    fileSize: [{ source: 'sg-ica', text: 'No more than 2 MB file size.' }],
    editing: [{ source: 'sg-ica', text: 'Your photograph must not be altered or enhanced in any way.' }],
  },
  'hk-passport': {
    size: [{ source: 'hk-immd', text: 'The size of the photograph must be 40mm (width) X 50mm (height).' }],
    pixels: [{ source: 'hk-immd', text: 'Image size: at least 1200 px(W) x 1600 px(H)' }],
    head: [
      {
        source: 'hk-immd',
        text: 'The size from chin to crown for the person in the photograph should be 32mm to 36mm.',
      },
    ],
    background: [{ source: 'hk-immd', text: 'The photograph should have a plain white background.' }],
    fileSize: [{ source: 'hk-immd', text: 'File size: 5MB or below' }],
  },
  'nz-passport': {
    pixels: [
      {
        source: 'nz-dia',
        text: 'Minimum 900 pixels wide x 1200 pixels high -- maximum 4500 pixels wide x 6000 pixels high',
      },
    ],
    fileSize: [{ source: 'nz-dia', text: 'Greater than 500kb and less than 10MB' }],
  },
};

/** Words of official sources that contradict a figure, because their page is older or concerns another case. */
export const contradictingQuotes: { readonly [Id in DocumentId]?: Quotes<Figure, SourceId> } = {
  'kr-passport': {
    head: [{ source: 'kr-goyang', text: 'your size of face in the picture should be 2.5~3.5cm' }],
  },
};
