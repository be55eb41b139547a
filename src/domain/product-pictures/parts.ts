import { phrases } from './phrases.ts'

/** Words of ingredients, fruit and materials by the part that is drawn for them. */
export const PART_WORDS = {
  tomato: 'tomato,cherry tomato,ketchup,lecho,помидор,томат,լոլիկ',
  cheese:
    'cheese,mozzarella,cheddar,gorgonzola,parmesan,feta,suluguni,chechil,chanakh,lori cheese,gouda,edam,maasdam,brie,emmental,burrata,ricotta,cream cheese,holland style cheese,сыр,պանիր',
  herb: 'herb,basil,parsley,dill,coriander,rocket,tarragon,thyme,oregano,sage,pesto,rosemary,fresh herb,aveluk,nettle,purslane,jonjoli,za atar,cress,green basil,rehan,valerian,eucalyptus,yarrow,wort,tea tree,burdock,herbal,zaatar',
  mint: 'mint,peppermint,menthol,ivy,ivy leaf',
  champignon: 'oyster mushroom,mushroom,champignon,porcini,truffle,шампиньоны,гриб,грибы,սունկ',
  beef: 'beef,veal,patty,beef patty,carpaccio,говядина',
  meat: 'meat,lamb,pork,mutton,ghavurma,rib,shank,qyalla,свинина',
  chicken: 'chicken,turkey,drumstick,wing,nugget,poultry,quail,duck,chicken fillet,курица,հավ',
  bacon: 'bacon,prosciutto,pancetta,guanciale,basturma,pork belly,carbonara',
  ham: 'ham',
  sausage: 'sausage,sujukh,salami,pepperoni,frankfurter,kupati,chorizo,hunter sausage',
  fillet: 'salmon,trout,tuna,eel,sturgeon,lightly salted salmon,salmon fillet',
  fish: 'fish,carp,whitefish,dorado,sea bass,mackerel,herring,cod,anchovy,sardine,sprat,bonito,omega,cod liver,omega 3,catfish',
  shrimp: 'shrimp,prawn,seafood,tempura,tiger prawn',
  squid: 'squid,calamari,octopus',
  crab: 'crab,crab stick,crab meat',
  crayfish: 'crayfish,lobster',
  mussel: 'mussel,oyster',
  caviar: 'caviar,tobiko,masago',
  egg: 'egg,poached egg,mayonnaise,benedict',
  potato: 'potato,mash,gnocchi,crisp,potato wedge',
  fries: 'fry,french fry',
  soda: 'cola,soda',
  carrot: 'carrot',
  corn: 'corn,sweetcorn,corn flake',
  cucumber: 'cucumber,pickle,gherkin,courgette,zucchini,pickled cucumber',
  aubergine: 'aubergine,eggplant,ajapsandal',
  redpepper: 'red sweet pepper,red pepper,red bell pepper',
  yellowpepper: 'yellow sweet pepper,yellow pepper',
  pepper: 'bell pepper,sweet pepper,paprika,green sweet pepper,vegetable',
  chilli: 'chilli,jalapeno,hot pepper,spicy,pepper,adjika,sriracha,kimchi,hot sauce,spicy sauce',
  olive: 'olive,olive oil',
  onion: 'onion,red onion,spring onion,fried onion',
  garlic: 'garlic',
  avocado: 'avocado,guacamole',
  lettuce: 'lettuce,cabbage,salad leaf,spinach,romaine,coleslaw,green leaf,sauerkraut,celery,iceberg,chuka,pak choi',
  broccoli: 'broccoli,cauliflower,vegetable mix',
  beet: 'beetroot,beet,radish',
  pumpkin: 'pumpkin',
  bean: 'bean,lentil,kidney bean,chickpea,soy',
  pea: 'pea,green bean,edamame',
  rice: 'rice,risotto',
  wheat: 'wheat,emmer,bulgur,oat,barley,rye,wholegrain,korkot,buckwheat,semolina,granola,groat,muesli,quinoa,couscous,wheat flour,bran',
  lemon: 'lemon,citrus,sumac',
  lime: 'lime,lemon lime',
  orange: 'orange,mandarin,sea buckthorn,citrus fruit,vitamin c,ascorbic acid',
  grapefruit: 'grapefruit,bergamot',
  apple: 'apple,red apple,apple cider',
  greenapple: 'green apple,semerenko apple',
  yellowapple: 'yellow apple',
  greengrape: 'white grape',
  pinktomato: 'pink tomato',
  greentomato: 'green tomato',
  pear: 'pear,wild pear',
  quince: 'quince',
  peach: 'peach,nectarine',
  apricot: 'apricot,dried apricot',
  plum: 'plum,prune,alycha',
  fig: 'fig',
  medlar: 'medlar',
  date: 'date',
  grape: 'sweet sujukh,grape,raisin,muscat,sultana,grape leaf',
  cherry: 'cherry,sour cherry,cornelian cherry',
  pomegranate: 'pomegranate',
  persimmon: 'persimmon',
  strawberry: 'strawberry,raspberry,berry,forest berry',
  blueberry: 'blueberry,blackberry,currant,mulberry,blackcurrant',
  banana: 'banana',
  pineapple: 'pineapple',
  mango: 'mango',
  kiwi: 'kiwi,feijoa',
  coconut: 'coconut',
  ginger: 'ginger,turmeric,wasabi',
  honey: 'honey,propolis,beeswax',
  walnut: 'walnut,chestnut,nut',
  almond: 'almond,apricot kernel',
  hazelnut: 'hazelnut',
  peanut: 'peanut,cashew',
  pistachio: 'pistachio',
  chocolate: 'chocolate,cocoa,brownie,dark chocolate',
  caramel: 'caramel,toffee,condensed milk',
  vanilla: 'vanilla,custard',
  milk: 'milk,cream,sour cream',
  butter: 'butter',
  tea: 'black tea,tea,herbal tea',
  coffee: 'coffee,espresso,arabica,mocha',
  rose: 'rose,rosehip',
  lavender: 'lavender',
  chamomile: 'chamomile,calendula,linden,jasmine,linden blossom,jasmine tea',
  sunflower: 'sunflower,sunflower seed,sunflower oil',
  aloe: 'aloe',
  pine: 'pine,fir,cedar,pine cone,tail fat needle',
  ice: 'ice,ice cube',
  falafel: 'falafel,kyufta,kibbeh,meatball,kololak,ishli kyufta',
  tolma: 'tolma',
  bread: 'bread,toast,crouton,bun,rusk,matnakash',
  lavash: 'lavash,tortilla,pita',
  noodle: 'noodle,arishta,vermicelli',
  sesame: 'sesame,tahini'
} as const satisfies Record<string, string>

export type PartName = keyof typeof PART_WORDS
export const findParts = phrases<PartName>(PART_WORDS)

/** Signs of the market's files that stand for a part, because their own picture shows something else. */
export const PART_OF_SIGN: Record<string, PartName> = {
  '🍄': 'champignon',
  '🎃': 'pumpkin',
  '🥵': 'chilli',
  '🐔': 'chicken',
  '🐓': 'chicken',
  '🦃': 'chicken',
  '🐄': 'beef',
  '🐮': 'beef',
  '🐷': 'meat',
  '🐖': 'meat',
  '🐑': 'meat',
  '🐐': 'milk',
  '🦆': 'chicken',
  '🐦': 'chicken',
  '🐟': 'fish',
  '🐠': 'fish',
  '🎣': 'fish',
  '🍗': 'chicken',
  '🥩': 'beef',
  '🍖': 'meat',
  '🥓': 'bacon',
  '🌭': 'sausage',
  '🍅': 'tomato',
  '🧀': 'cheese',
  '🌿': 'herb',
  '🍃': 'mint',
  '🥬': 'lettuce',
  '🌰': 'walnut',
  '🍠': 'beet',
  '🫘': 'bean',
  '🌶️': 'chilli',
  '🫑': 'pepper',
  '🧅': 'onion',
  '🧄': 'garlic',
  '🌾': 'wheat',
  '🌲': 'pine',
  '🌹': 'rose',
  '🥚': 'egg',
  '🍊': 'orange',
  '🍋': 'lemon',
  '🍑': 'peach',
  '🍎': 'apple',
  '🍫': 'chocolate',
  '🦐': 'shrimp',
  '🍣': 'fillet'
}

const FACE_OR_PERSON =
  /[\u{1f600}-\u{1f64f}\u{1f910}-\u{1f92f}\u{1f970}-\u{1f97a}\u{1f440}-\u{1f450}\u{1f464}-\u{1f487}\u{1f930}-\u{1f93e}\u{1f9b0}-\u{1f9bb}\u{1f9d0}-\u{1f9e0}]/u
/** Feelings, events, colours and vessels: they show no goods, and no content of a pack. */
const NO_GOODS = new Set(
  '💋 💤 💨 💪 🔥 🌋 🌊 🌙 🎉 🎏 🐉 🍁 🌀 🟠 🟡 🟢 🟣 🟤 🔴 🔵 ⚪ ⚫ 🖤 🤍 🤎 💚 💛 💜 💝 💞 💟 ❤ 🦵 🦶 🖐 🍽 🥣 🍲 🥗 ☁ 💦 💧 🫧 🫀 🫁 💽 💾 📜 🛡 ⚡ 🧪 📦'.split(
    ' '
  )
)

/** Begins the name of a part that is an emoji as it is, before its hexadecimal name. */
export const SIGN_PART = 'u'
export const signOf = (part: string): string =>
  String.fromCodePoint(
    ...part
      .slice(SIGN_PART.length)
      .split('-')
      .map((point) => Number.parseInt(point, 16))
  )

/** The part that a sign of the market's files stands for: a known one, its own picture, or none. */
export const partOfSign = (sign: string): string | null => {
  const known = PART_OF_SIGN[sign]
  if (known) return known
  if (!/\p{Extended_Pictographic}/u.test(sign) || FACE_OR_PERSON.test(sign) || NO_GOODS.has(sign.replaceAll('\u{fe0f}', ''))) return null
  const points = Array.from(sign, (point) => point.codePointAt(0) ?? 0).filter((point) => point !== 0xfe0f)
  return `${SIGN_PART}${points.map((point) => point.toString(16).padStart(4, '0')).join('-')}`
}
