// Ten sample posts in four languages, made of sentences that no other part of a page says.
const languages = {
  en: {
    title: 'Kisumu draws its own map of clean water',
    first: 'On Monday morning the women of the lakeside market opened the first of nine kiosks that sell clean water.',
    last: 'Before the long rains begin, the council wants to know who drinks from which spring.',
    author: 'Amina Otieno',
    lines: [
      'In ward {n} the pump was repaired by two young engineers, who learned the trade on their uncle’s farm.',
      'The price fell to {n} shillings for twenty litres, which is half of what the carts asked for in March.',
      'Nobody had counted the households along road {n}, so the volunteers went from door to door with a notebook.',
      'A laboratory in the city tested {n} samples, and most of them were safe enough to drink without boiling.',
      'What remains is a question of money, because {n} of the old pipes leak where they cross under the railway.',
    ],
    review: [
      'Lakeside filter',
      'It cleans a bucket in an hour',
      'The lid breaks easily',
      'Worth its price in a small kitchen.',
    ],
  },
  sw: {
    title: 'Kisumu yachora ramani yake ya maji safi',
    first:
      'Jumatatu asubuhi wanawake wa soko la ziwani walifungua kioski cha kwanza kati ya tisa vinavyouza maji safi.',
    last: 'Kabla ya masika kuanza, baraza linataka kujua ni nani anayekunywa kutoka chemchemi ipi.',
    author: 'Juma Mwangi',
    lines: [
      'Katika kata ya {n} pampu ilitengenezwa na wahandisi wawili vijana, waliojifunza kazi hiyo shambani kwa mjomba wao.',
      'Bei ilishuka hadi shilingi {n} kwa lita ishirini, ambayo ni nusu ya bei ya mikokoteni mwezi wa Machi.',
      'Hakuna aliyehesabu kaya za barabara ya {n}, kwa hiyo wajitoleaji walikwenda nyumba kwa nyumba na daftari.',
      'Maabara ya mjini ilipima sampuli {n}, na nyingi zilikuwa salama kunywa bila kuchemsha.',
      'Kilichobaki ni suala la fedha, kwa sababu mabomba {n} ya zamani yanavuja chini ya reli.',
    ],
    review: [
      'Kichujio cha ziwani',
      'Husafisha ndoo kwa saa moja',
      'Kifuniko huvunjika upesi',
      'Kinafaa kwa jiko dogo.',
    ],
  },
  so: {
    title: 'Kismaayo waxay samaysatay khariidad biyo nadiif ah',
    first: 'Subaxnimadii Isniinta haweenka suuqa xeebta waxay fureen kiosk-kii ugu horreeyay ee biyo nadiif ah iibiya.',
    last: 'Ka hor inta aan roobka guʼgu bilaaban, golaha degaanku wuxuu rabaa inuu ogaado cidda ceelkee ka cabta.',
    author: 'Hodan Warsame',
    lines: [
      'Xaafadda {n} mashiinka waxaa dayactiray laba injineer oo dhallinyaro ah, kuwaas oo xirfadda beerta ka bartay.',
      'Qiimuhu wuxuu hoos ugu dhacay {n} shilin labaatankii litir, taas oo ah kala badh wixii hore loo bixin jiray.',
      'Ma jirin cid tirisay guryaha waddada {n}, sidaa darteed mutadawiciintu guri guri ayay u mareen.',
      'Shaybaarka magaalada wuxuu baaray {n} muunad, badankooduna waxay ahaayeen kuwo la cabbi karo.',
      'Waxa hadhay waa arrin lacageed, maxaa yeelay {n} tuubo oo duug ah ayaa ka daadata biyaha.',
    ],
    review: [
      'Miiraha xeebta',
      'Baaldi ayuu saacad ku miiraa',
      'Daboolku si fudud ayuu u jabaa',
      'Jikada yar wuu ku habboon yahay.',
    ],
  },
  ar: {
    title: 'مقديشو ترسم خريطتها الخاصة للمياه النظيفة',
    first: 'في صباح يوم الاثنين افتتحت نساء سوق الميناء أول تسعة أكشاك تبيع المياه النظيفة لسكان الأحياء القديمة.',
    last: 'قبل أن يبدأ موسم الأمطار الطويل، يريد المجلس أن يعرف من يشرب من أي نبع.',
    author: 'ليلى حسن',
    lines: [
      'في الحي رقم {n} أصلح المضخة مهندسان شابان، تعلما الحرفة في مزرعة عمهما قرب النهر.',
      'انخفض السعر إلى {n} شلنا لكل عشرين لترا، وهو نصف ما كانت العربات تطلبه في شهر مارس.',
      'لم يحص أحد البيوت على طول الطريق {n}، لذلك ذهب المتطوعون من باب إلى باب ومعهم دفتر.',
      'فحص مختبر في المدينة {n} عينة، وكان معظمها آمنا للشرب من دون غلي.',
      'ما بقي هو مسألة مال، لأن {n} من الأنابيب القديمة تسرب الماء حيث تمر تحت السكة.',
    ],
    review: ['مرشح الميناء', 'ينظف دلوا في ساعة', 'الغطاء ينكسر بسهولة', 'يستحق ثمنه في مطبخ صغير.'],
  },
};

/** Languages, paragraphs and parts of the ten posts of the table. */
const TEN = [
  ['en', 1, ''],
  ['en', 2, 'picture'],
  ['en', 5, 'picture deals'],
  ['en', 40, 'picture deals review'],
  ['sw', 2, 'deals'],
  ['sw', 5, 'picture review'],
  ['so', 1, 'picture'],
  ['so', 5, 'deals'],
  ['ar', 2, 'picture'],
  ['ar', 40, 'deals review'],
];

/** Every language with every length and part. */
const ALL = Object.keys(languages).flatMap((language) =>
  [1, 2, 5, 40].flatMap((length) =>
    ['', 'brief', 'picture', 'deals', 'brief deals', 'review', 'brief picture deals', 'picture deals review'].map(
      (parts) => [language, length, parts],
    ),
  ),
);

/** Posts as `{ language, length, parts, title, author, first, last, content, deal_links }`; `day` tells them apart. */
export function samplePosts(all) {
  return (all ? ALL : TEN).map(([language, length, parts]) => {
    const { title, first, last, author, lines, review } = languages[language];
    const paragraphs = Array.from({ length }, (_, at) => {
      const sentence = (more) => lines[(at + more) % lines.length].replace('{n}', String(11 + 7 * at + more));
      const words = at === 0 ? [first, sentence(0)] : [sentence(0), sentence(1), ...(at % 3 ? [] : [sentence(2)])];
      if (parts.includes('brief')) words.length = 1;
      if (at === length - 1) words.push(last);
      return `<p>${words.join(' ')}</p>`;
    });
    if (parts.includes('review')) paragraphs.splice(-1, 0, reviewBox(review));
    return {
      language,
      length,
      parts,
      title,
      author,
      first,
      last,
      review: parts.includes('review') ? review : undefined,
      content: paragraphs.join(''),
      deal_links: parts.includes('deals') ? [deal('Jiji Shop', '74'), deal('Ziwa Traders', '71')] : [],
    };
  });
}

const deal = (label, price) => ({
  url: `https://${label.replace(' ', '-').toLowerCase()}.example/filter`,
  label,
  price,
  product_name: 'Lakeside filter',
  cta_text: 'See the price',
  price_seen_at: '2026-11-01T09:00:00Z',
});

function reviewBox([name, pro, con, verdict]) {
  return (
    `<aside data-block="review"><h3>${name}</h3><p data-block="score"><strong>8.5</strong> out of 10</p>` +
    `<h4>Pros</h4><ul data-block="pros"><li>${pro}</li></ul><h4>Cons</h4><ul data-block="cons"><li>${con}</li></ul>` +
    `<h4>Verdict</h4><p data-block="verdict">${verdict}</p></aside>`
  );
}
