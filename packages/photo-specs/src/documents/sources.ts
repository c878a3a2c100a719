import type { Source } from '../sourced-figures.ts';

/** Day on which the copies were read that the ten documents most asked for were compared with. */
const readOn = '2026-11-29';

/**
 * Sources of the documents' figures. The pages were read in stored copies. `pageDate` is present when the page itself
 * gives a date; when the copy was made is not known.
 */
export const sources = {
  'fr-ants': {
    title: 'France Titres (ANTS), La photographie d’identité',
    language: 'fr',
    url: 'https://passeport.ants.gouv.fr/Vos-demarches/Photographie-d-identite',
    kind: 'official',
    readOn,
    pageDate: '2024-09-30',
  },
  'sg-ica': {
    title: 'Immigration & Checkpoints Authority of Singapore, passport photo guidelines',
    url: 'https://www.ica.gov.sg/common/passport-photo-guidelines',
    kind: 'official',
    readOn,
    pageDate: '2019-01-30',
  },
  'hk-immd': {
    title: 'Immigration Department of Hong Kong, photo requirements for travel document',
    url: 'https://www.immd.gov.hk/eng/residents/immigration/traveldoc/photorequirements.html',
    kind: 'official',
    readOn,
  },
  'nz-dia': {
    title: 'New Zealand passports, technical requirements for online applications',
    url: 'https://www.passports.govt.nz/Passport-photos---adults',
    kind: 'official',
    readOn,
  },
  'us-embassy': {
    title: 'U.S. Embassy in Bulgaria, photo requirements',
    url: 'https://bg.usembassy.gov/visas/nonimmigrant-visas/photo-requirements/',
    kind: 'official',
    readOn,
  },
  'us-digital': {
    title: 'U.S. Department of State, digital image requirements for new online application',
    url: 'http://travel.state.gov/visa/guide/guide_3882.html',
    kind: 'official',
    readOn,
  },
  'de-embassy': {
    title: 'Deutsche Botschaft Bangkok, Passfotos',
    language: 'de',
    url: 'https://bangkok.diplo.de/th-de/service/02-PaesseAusweise/-/2448880',
    kind: 'official',
    readOn,
  },
  'us-brochure': {
    title: 'U.S. Department of State, passport & visa photography (brochure, copy of the City of Miami Beach)',
    url: 'http://docmgmt.miamibeachfl.gov/WebLink/DocView.aspx?dbid=2&id=97420&repo=CityClerk',
    kind: 'official',
    readOn,
  },
  'de-passv': {
    title: 'Passverordnung, § 5 Lichtbild, Stand 15. Februar 2017 (Kopie auf GitHub, bundestag/gesetze)',
    language: 'de',
    url: 'https://github.com/bundestag/gesetze/blob/d2c90e4812ac75d4d78e2a6e9df694817300e063/p/passv_2007/index.md',
    kind: 'official',
    readOn,
    pageDate: '2017-02-15',
  },
  'de-neuenhaus': {
    title: 'Samtgemeinde Neuenhaus (Passbehörde), Anträge auf Personalausweise und Reisepässe',
    language: 'de',
    url: 'https://www.neuenhaus.de/start/samtgemeinde/aktuelles/neuigkeiten/2025/antraege-auf-personalausweise-und-reisepaesse/',
    kind: 'official',
    readOn,
  },
  'de-visa-us': {
    title: 'German Missions in the United States, visa photo',
    url: 'http://www.germany.info/Vertretung/usa/en/05__Legal/02__Directory__Services/01__Visa/__Visa__Photo__Instructions.html',
    kind: 'official',
    readOn,
  },
  'cn-shidian': {
    title: '施甸县公安局, 出入境证件照片标准',
    language: 'zh',
    url: 'https://shidian.gov.cn/info/2676/1956243.htm',
    kind: 'official',
    readOn,
    pageDate: '2016-04-07',
  },
  'in-rabat': {
    title: 'Embassy of India, Rabat, photographs for passports',
    url: 'https://indianembassyrabat.gov.in/pages?id=vbmOe&subid=7ax9b&nextid=vbmOe',
    kind: 'official',
    readOn,
  },
  'jp-noboribetsu': {
    title: '登別市, 旅券申請に使用する写真',
    language: 'ja',
    url: 'https://cms.city.noboribetsu.lg.jp/docs/2017091400051',
    kind: 'official',
    readOn,
    pageDate: '2021-05-28',
  },
  'jp-miyazaki': {
    title: '宮崎県, パスポート用写真について',
    language: 'ja',
    url: 'http://www.pref.miyazaki.lg.jp/kokusai-keizaikoryu/kanko/koryu/shashin.html',
    kind: 'official',
    readOn,
  },
  'jp-aichi': {
    title: '愛知県, 写真の規格と見本（パスポート）',
    language: 'ja',
    url: 'http://www.pref.aichi.jp/soshiki/kenminseikatsu/0000003550.html',
    kind: 'official',
    readOn,
  },
  'kr-goyang': {
    title: 'Goyang City (passport office), passport picture size',
    url: 'https://www.goyang.go.kr/eng/eng05/eng05_2/eng05_2_2.jsp',
    kind: 'official',
    readOn,
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
  'uk-tc': {
    title: 'Government of the Turks and Caicos Islands, passport photo requirements',
    url: 'https://gov.tc/passports/photos',
    kind: 'secondary',
    readOn,
  },
  'uk-digital': {
    title: 'Fun & Flip, UK passport photo requirements',
    url: 'https://funandflip.com/news-detail/what-are-the-uk-passport-photo-requirements-everything-you-need-to-know.html',
    kind: 'secondary',
    readOn,
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
  'cn-educity': {
    title: '希赛网, 社会工作者报名照片要求（转述中国人事考试网）',
    language: 'zh',
    url: 'https://www.educity.cn/shgzz/5373082.html',
    kind: 'secondary',
    readOn,
  },
  'cn-huzhao1': {
    title: '电子护照人像照片规格要求（转述中国领事服务网）',
    language: 'zh',
    url: 'http://huzhao1.com/banli/zhaopian.html',
    kind: 'secondary',
    readOn,
  },
  'in-gulf-news': {
    title: 'Gulf News of 29 August 2025, quoting the Consulate General of India in Dubai',
    url: 'https://gulfnews.com/uae/india-tightens-passport-photo-rules-heres-what-uae-expats-must-know-1.500249718',
    kind: 'secondary',
    readOn,
    pageDate: '2025-08-29',
  },
  'schengen-visametric': {
    title: 'VisaMetric (contractor of the German missions in Russia), photo requirements',
    url: 'https://www.visametric.com/Moscow/Germany/en/p/photo-requirements',
    kind: 'secondary',
    readOn,
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
