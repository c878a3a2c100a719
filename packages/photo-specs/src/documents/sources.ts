import type { Source } from '../sourced-figures.ts';

/** Sources of the documents' figures. The pages were read in stored copies whose original date is not known. */
export const sources = {
  'fr-ants': {
    title: 'France Titres (ANTS), La photographie d’identité',
    url: 'https://passeport.ants.gouv.fr/Vos-demarches/Photographie-d-identite',
    kind: 'official',
  },
  'sg-ica': {
    title: 'Immigration & Checkpoints Authority of Singapore, passport photo guidelines',
    url: 'https://www.ica.gov.sg/common/passport-photo-guidelines',
    kind: 'official',
  },
  'hk-immd': {
    title: 'Immigration Department of Hong Kong, photo requirements for travel document',
    url: 'https://www.immd.gov.hk/eng/residents/immigration/traveldoc/photorequirements.html',
    kind: 'official',
  },
  'nz-dia': {
    title: 'New Zealand passports, technical requirements for online applications',
    url: 'https://www.passports.govt.nz/Passport-photos---adults',
    kind: 'official',
  },
  'us-embassy': {
    title: 'U.S. Embassy in Bulgaria, photo requirements',
    url: 'https://bg.usembassy.gov/visas/nonimmigrant-visas/photo-requirements/',
    kind: 'official',
  },
  'us-digital': {
    title: 'U.S. Department of State, digital image requirements for new online application',
    url: 'http://travel.state.gov/visa/guide/guide_3882.html',
    kind: 'official',
  },
  'de-embassy': {
    title: 'Deutsche Botschaft Bangkok, Passfotos',
    url: 'https://bangkok.diplo.de/th-de/service/02-PaesseAusweise/-/2448880',
    kind: 'official',
  },
  'hivision-csv': {
    title: 'HivisionIDPhotos, size_list_EN.csv: pixels at 300 dpi, from which the millimetres are computed',
    url: 'https://github.com/Zeyi-Lin/HivisionIDPhotos/blob/7d0269c4e3b8fa595f37bcd7c787d962dfdc0ecb/size_list_EN.csv',
    kind: 'secondary',
  },
  'hivision-198': {
    title: 'HivisionIDPhotos, issue 198',
    url: 'https://github.com/Zeyi-Lin/HivisionIDPhotos/issues/198',
    kind: 'secondary',
  },
  'hivision-comfyui-22': {
    title: 'HivisionIDPhotos-ComfyUI, issue 22',
    url: 'https://github.com/AIFSH/HivisionIDPhotos-ComfyUI/issues/22',
    kind: 'secondary',
  },
  snapotter: {
    title: 'SnapOtter, packages/shared/src/constants.ts',
    url: 'https://github.com/snapotter-hq/SnapOtter/blob/0107e172f5e19c61ccf36d4055edebd4c6e0ee2c/packages/shared/src/constants.ts',
    kind: 'secondary',
  },
  'kodak-ee': {
    title: 'Kodak Express, Estonia',
    url: 'https://kodak-express.co.uk/countries/estonia',
    kind: 'secondary',
  },
  'kodak-au': {
    title: 'Kodak Express, Australia',
    url: 'https://kodakexpress.shop/countries/page/12',
    kind: 'secondary',
  },
  'kodak-co': {
    title: 'Kodak Express, Colombia',
    url: 'https://kodakexpress.shop/countries/page/10',
    kind: 'secondary',
  },
  'timpson-gr': {
    title: 'Timpson, Greece',
    url: 'https://www.timpson.co.uk/services/passport-photos/international-passport-photo-sizes/greece',
    kind: 'secondary',
  },
  'us-visas-express': {
    title: 'Passport Visas Express, passport photo style regulations',
    url: 'http://www.passportvisasexpress.com/documents/passport_photo_style_regulations.html',
    kind: 'secondary',
  },
  'us-dv-2014': {
    title: 'Advokat USA, photo for DV-2014',
    url: 'http://www.advokatusa.com/2012/10/dv-2014-foto.html',
    kind: 'secondary',
  },
  'ca-passport-photo': {
    title: '123PassportPhoto, Canada passport',
    url: 'https://123passportphoto.com/?country=CA&type=Passport+%28By+photographer+or+studio%29',
    kind: 'secondary',
  },
  'uk-portraits': {
    title: 'Portraits by Hart, UK passport photograph',
    url: 'https://portrait4u.co.uk/uk-british-passport-photograph',
    kind: 'secondary',
  },
  'uk-digital': {
    title: 'Fun & Flip, UK passport photo requirements',
    url: 'https://funandflip.com/news-detail/what-are-the-uk-passport-photo-requirements-everything-you-need-to-know.html',
    kind: 'secondary',
  },
  'de-format': {
    title: 'Passbildformat, biometrisches Passbild',
    url: 'https://passbildformat.de/biometrisches-passbild',
    kind: 'secondary',
  },
  schengen: {
    title: 'Passport-photos.net, Schengen visa',
    url: 'http://passport-photos.net/category/schengen-visapassport/',
    kind: 'secondary',
  },
  'schengen-size': {
    title: 'Traveller Media, Schengen visa photo requirements',
    url: 'https://travellermedia.in/schengen-visa-photo-requirements/',
    kind: 'secondary',
  },
  'other-countries': { title: 'EZ Copy, other countries', url: 'http://ezcopy.net/other-countries', kind: 'secondary' },
  'cn-liuxue': {
    title: '出国留学网, 中国护照办理的相片标准要求',
    url: 'https://m.liuxue86.com/topic/180625/',
    kind: 'secondary',
  },
  'jp-fukuoka': {
    title: '福岡県パスポートセンター, パスポート申請用写真の規格',
    url: 'http://fukuoka-passport.com/photo/',
    kind: 'secondary',
  },
  'jp-yahoo': {
    title: 'Yahoo!くらし, パスポート申請用写真',
    url: 'https://kurashi.yahoo.co.jp/procedure/details/10010128?cityId=01234',
    kind: 'secondary',
  },
  'kr-sosoinfo': { title: 'Sosoinfo, 여권사진 규정', url: 'https://sosoinfo.tistory.com/59', kind: 'secondary' },
  'ru-ufoto': {
    title: 'Фотостудия Непокорённых, 2: новые требования к фотографии на паспорт РФ',
    url: 'https://ufoto.ucoz.ru/publ/novye_trebovanija_k_fotografii_na_pasport_rf/1-1-0-7',
    kind: 'secondary',
  },
  'kw-az': {
    title: 'Passport Photo AZ, Kuwait',
    url: 'https://passportphotoaz.com/tag/new-zealand-passport-photos/',
    kind: 'secondary',
  },
  'field-study': {
    title: 'This project’s field study of November 2026, from excerpts of web pages that it does not name',
    kind: 'secondary',
  },
} as const satisfies Record<string, Source>;

export type SourceId = keyof typeof sources;
