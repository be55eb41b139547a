import { phrases } from './phrases.ts'

/** Words of goods by the pack they come in. */
export const PACK_WORDS = {
  carton: 'milk,chocolate milk,cream,juice,nectar,orange juice,apple juice,tomato juice,pomegranate juice,peach juice,multifruit juice',
  bottle:
    'lemonade,iced tea,kvass,tan,kefir,drinking yoghurt,ketchup,soda,cola,tonic,rosehip drink,smoothie,vinegar,mouthwash,peroxide,hydrogen peroxide,chlorhexidine,sparkling tan,orange soda,water conditioner,mild ketchup,hot ketchup,soy sauce,pomegranate sauce',
  oil: 'oil,sunflower oil,olive oil,corn oil',
  water: 'water,mineral water,spring water,still water,sparkling water,sparkling mineral water,cooler water',
  can: 'energy drink,canned beer',
  'wine-red':
    'wine,red wine,dry red,dry red wine,semi sweet red,amphora red,malbec,areni reserve,pomegranate wine,saperavi,semi sweet red wine,oak aged',
  'wine-white': 'white wine,dry white,dry white wine,semi sweet white,orange wine,sauvignon blanc dry,amber wine',
  'wine-rose': 'rose wine,dry rose,dry rose wine',
  sparkling: 'brut,prosecco,sparkling wine,sparkling rose brut,champagne,semi sweet sparkling wine,classic method brut,sparkling rose',
  beer: 'beer,lager,lager beer,ipa,cider,dark beer,wheat beer,apple cider,craft ipa',
  'spirit-clear': 'vodka,gin,tequila,chacha,oghi,white vermouth,dry gin,mulberry vodka',
  'spirit-amber': 'brandy,whisky,rum,liqueur,cognac,single malt whisky,dark rum',
  'spirit-red': 'vermouth,red vermouth',
  jar: 'preserve,honey,jam,spread,compote,pickled cucumber,mixed pickle,pickle,olive,instant coffee,peanut butter,puree,baby puree,cucumber,chocolate spread,aubergine spread,mayonnaise,green walnut preserve,spice jar,sauerkraut,night cream,moisturising cream,body butter,hair mask,face mask,clay mask,body scrub,coffee body scrub,face scrub,bath salt,face cream,massage candle,soy candle,scented candle,candle,finger paint,green clay mask,white clay mask,retinol night cream,caviar,trout caviar,menthol balm,bath thermometer jar,sauce',
  tin: 'canned sweetcorn,tuna,sardine,sprat,stewed beef,tomato paste,dog food can,canned pea,canned bean,corned beef,pate,kitten pate,juice tuna,own juice,fish flake,tuna in oil,sardine in oil,sprat in oil,infant formula,formula,follow on formula,goat milk formula',
  bag: 'pasta,fusilli pasta,shell pasta,spaghetti,lasagne sheet,vermicelli,arishta noodle,crisp,potato crisp,rice,buckwheat,flour,wheat flour,sugar,granulated sugar,sugar cube,semolina,bulgur,couscous,quinoa,groat,cracked wheat,lentil,chickpea,bean,nut,walnut,almond,pistachio,seed,sunflower seed,pumpkin seed,flax seed,popcorn,crouton,caramel,jelly,sweet,coffee,ground coffee,coffee bean,roasted coffee,3 in 1 coffee,house blend,decaf colombia,ethiopia,yeast,dry yeast,vanilla sugar,seasoning,ground paprika,fenugreek,raisin,dried apricot,dried pear,dried fruit,rosehip,dried rosehip,thyme tea,french fry,nugget,pelmeni,varenyky,mix,vegetable mix,berry mix,puff pastry,cutlet,nappy,nappy pant,adult nappy,litter,cat litter,pellet litter,dry food,dry cat food,dry dog food,puppy food,parrot food,hamster food,canary millet,turtle food,hay,wet wipe,baby wipe,wipe,cotton wool,cotton pad,sanitary pad,nursing pad,tampon,tissue,pocket tissue,paper tissue,salt,table salt,charcoal,potting soil,biscuit,wafer,rusk,stick,salted stick,cracker,cookie,ice,muesli,wardrobe sachet,sponge,dish sponge,rubber glove,nitrile glove,gummy bear,fruit leather,sweet sujukh,dental chew,wet food,wet cat food,instant noodle,zefir,dried forest mushroom,aquarium fish food,feather wand pack,mixed nut,date,rubbish bag,chewing gum,halva,sweet in chocolate,kids plaster,meat pancake,peppermint,linden blossom,yarrow,sage,oregano,dried nettle,nettle,chamomile,calendula,mint,mountain thyme,herbal blend,stomach herbal blend,throat herbal blend,st john wort,yoghurt raisin,cotton bud,hand sanitiser wipe',
  box: 'ssd,external ssd,microsd card,usb flash drive,flash drive,memory card,privacy screen protector,key finder tag,speaker,soundbar,router,card reader,tv box,tea,black tea,green tea,fruit tea,herbal tea,fennel tea,tea bag,linden blossom tea,bergamot black tea,jasmine green tea,corn flake,oat flake,assorted chocolate,gift box,coffee capsule,rice cereal,baby rice cereal,dishwasher tablet,washing powder,bulb,match,sachet,plaster,bandage,elastic bandage,sterile bandage,medical mask,pregnancy test,test strip,glucose meter,first aid kit,blood pressure monitor,nebuliser,thermometer,pulse oximeter,condom,suppository,lozenge,earplug,insole,adhesive tape,powder,pizza,frozen pizza,four cheese pizza,mosaic peg,table napkin,napkin,soap set,gift set,hand care gift set,hot water bottle box,cold pack,cold drink,syringe,pill box,breast pump,nasal aspirator,knee support,back plaster,patch,eye patch,sheet mask,hair colour,brush set,manicure set,skewer set,wax strip,swiss roll,loaf cake,apricot swiss roll,kids headphone box,iron,steam iron,blender,microwave,microwave oven,vacuum,vacuum cleaner,robot vacuum,hair dryer,fan heater,toaster,kettle,electric kettle,contactless thermometer,bath mat box,case,screen protector,lens protector,charging station,wall charger,car charger,power bank box,tv box,wall mount,cutlery set,glass set,handkerchief,coaster,postcard set,board game,memory game,picture lotto,puzzle,magnetic tile,modelling clay,colour pencil box,building set',
  blister:
    'tablet,capsule,chewable tablet,effervescent tablet,vitamin,multivitamin,activated charcoal,paracetamol,ibuprofen,throat lozenge,probiotic,magnesium,melatonin,omega 3,peppermint tablet,paracetamol suppository,glycerin suppository',
  tube: 'toothpaste,hand cream,foot cream,heel cream,nappy cream,gel,ointment,balm,burn spray tube,hairball paste,foundation,mascara,face wash,face wash gel,bruise gel,concealer,ibuprofen gel,diclofenac gel,shaving foam tube,acyclovir cream,clotrimazole cream,brilliant green pen,lip gloss',
  pump: 'liquid soap,lotion,hand sanitiser,body lotion,sunscreen,sunscreen lotion,milk and honey liquid soap,rose liquid soap,micellar water,hair conditioner pump',
  flask:
    'shampoo,shower gel,conditioner,washing up liquid,dish liquid,laundry gel,floor cleaner,bleach,cleaner,bath,baby bath,baby shampoo,body oil,hair oil,acetone free remover,remover,hair rinse,contact lens solution,lens solution,toner,chamomile toner,glycerin,face oil,shampoo for dog',
  spray:
    'glass cleaner,bathroom cleaner,air freshener,hairspray,burn spray,spray,nasal spray,body mist,rose water,rose water toner,eau de parfum,shaving foam,cod,sea water nasal spray,strong hold hairspray',
  vial: 'drop,serum,tincture,essential oil,iodine,iodine solution,syrup,suspension,artificial tear,brilliant green,nail polish,gel polish,cuticle oil,vitamin c serum,hyaluronic serum,cod liver oil,flea and tick drop,eucalyptus oil,tea tree essential oil,lavender essential oil,pine essential oil,ambroxol syrup,ivy leaf syrup,oral solution,solution',
  tray: 'meat,beef,pork,lamb,veal,mince,steak,fillet,chicken,chicken breast fillet,chicken wing,chicken thigh,chicken leg,chicken heart,chicken liver,drumstick,turkey,tenderloin,brisket,rib,chop,neck,liver,tongue,trotter,rabbit,quail,sausage,cooked sausage,frankfurter,ham,salami,basturma,sujukh sausage,sujukh,bacon,salmon,trout,carp,mackerel,herring,herring fillet,shrimp,crayfish,crab stick,egg,chicken egg,khash set,tzhvzhik set,leg,tail fat,osso buco,patty,tolma filling,kyufta,lula kebab,marinated,belly,apukht,lightly salted salmon,smoked salmon,garlic stuffed aubergine',
  cup: 'yoghurt,sour cream,matsun,cottage cheese,cream cheese,ricotta,ice cream cup,ice cream tub,ice cream,hummus,whipped cream,zhazhik,curd,spread cheese,beef instant noodle,instant noodle cup,clotted cream,feta',
  wedge:
    'cheese,lori cheese,chanakh cheese,gouda,parmesan,brie,maasdam,mozzarella,suluguni,chechil cheese,goat cheese,horats cheese,blue cheese,braided cheese,edam,motal,toast cheese',
  roll: 'foil,aluminium foil,cling film,toilet paper,paper towel,ply toilet paper,baking paper',
  bar: 'chocolate,chocolate bar,white chocolate,dark chocolate,curd bar,glazed cocoa curd bar,ice cream bar,butter,soap,bar soap,household soap,baby soap,shampoo bar,ginger shampoo bar,lip balm,matte lipstick bar,hazelnut chocolate,chocolate coated ice cream bar,nettle shampoo bar,chocolate egg',
  bread:
    'bread,milk bun,sweet milk bun,matnakash,matnakash bread,loaf,tin loaf,toast bread,country bread,rye bread,white tin loaf,burger bun',
  baguette: 'baguette,french baguette',
  lavash: 'lavash,tonir lavash',
  croissant: 'croissant,nazuk pastry,nazuk',
  gata: 'gata,yerevan gata,artsakh gata',
  donut: 'doughnut,jam doughnut',
  'flat-cheese': 'khachapuri,cheese khachapuri',
  rice: 'pilaf',
  salad: 'caesar salad,chicken caesar salad,vinaigrette salad,olivier salad,vinaigrette,salad',
  tolma: 'grape leaf tolma',
  kyufta: 'ishli kyufta',
  plate: 'grilled vegetable,roast chicken,aubergine roll,home style cutlet',
  pie: 'pasty,potato pasty',
  cake: 'cake,napoleon cake,honey cake,mikado cake',
  eclair: 'eclair',
  pakhlava: 'pakhlava,walnut pakhlava',
  churchkhela: 'sweet sujukh by weight',
  alani: 'alani,stuffed peach',
  book: 'book,album,textbook,dictionary,guidebook,encyclopaedia,story,tale,diary,notebook,calendar,prose,poem,novel,cooking,recipe,for beginner,colouring book',
  ticket: 'entry ticket,theatre ticket,concert ticket',
  giftcard: 'gift card,spa card,experience card,card amd',
  bouquet: 'red rose 101 red rose,51 pink rose',
  tshirt: 't shirt,sports t shirt,shirt'
} as const satisfies Record<string, string>

export type PackName = keyof typeof PACK_WORDS
export const findPacks = phrases<PackName>(PACK_WORDS)

/** Words of goods without a pack whose sign in the market's files may show something else, by a sign that shows them. */
export const THING_WORDS = {
  '🛏️': 'pillow,duvet,bed linen,wool duvet,bed linen set,synthetic duvet,mattress,pillow cleaning,soft pet bed,sateen bed linen set',
  '👔': 'suit,two piece suit,tie,shirt',
  '👗': 'wedding dress,dress,day dress',
  '🧥': 'jacket,coat,windbreaker,fleece jacket,down jacket,leather jacket,warm dog jacket,thermal base layer set',
  '🧤': 'glove,warm glove,goalkeeper glove',
  '🧢': 'cap,wool hat,hat',
  '🧣': 'scarf,knitted throw,shawl',
  '🐾': 'catnip mouse,leash,collar,scratching post,cat tree,running wheel,parrot cage,pet carrier bag,retractable leash,deshedding brush,feather wand,litter box,double stainless bowl',
  '🍼': 'dummy,silicone dummy,feeding spoon,training cup,teething ring',
  '❄️': 'air conditioner,fridge cleaning,refrigerant,refrigerant recharge',
  '🔧': 'repair,replacement,installation,servicing,diagnostic,bearing,pump replacement,thermostat replacement,control board,handyman,washing machine',
  '🧽': 'cleaning,wash,polishing,washing,dry cleaning,microfibre cloth,sponge cloth,coating',
  '🚗': 'full wash,express wash,engine wash,waterless wash,body polishing,interior dry cleaning,jump start,tyre storage,ceramic coating,die cast car',
  '🎈': 'balloon,helium balloon,bunch of balloon',
  '🔌': 'cable,charger,adapter,extension lead,usb c hub,smart plug',
  '🔋': 'battery,power bank,cr2032',
  '💐': 'peony bouquet,gypsophila,hydrangea,lisianthus,lisianthus bouquet,bouquet,gerbera bouquet,alstroemeria,wreath,flower basket,fruit and flower,macaron box',
  '🪴': 'plant,monstera,ficus,peace lily,cypress,african violet,geranium,aloe in pot,potted cactus',
  '🌸': 'orchid,phalaenopsis,orchid stem',
  '🌹': 'rose,red rose,pink rose,white rose,cream rose,spray rose',
  '🍳': 'frying pan,non stick frying pan',
  '🍽️': 'plate,wall plate,dinner plate,salad bowl,tablecloth,cutlery',
  '☕': 'mug,coffee cup,jazzve,copper jazzve,ceramic mug,electric jazzve',
  '🏺': 'vase,clay pot,clay vase',
  '🧺': 'basket,airer,storage basket,clothes airer,laundry',
  '📱': 'tablet computer,smartphone,phone,tablet 128 gb,tab',
  '🎒': 'backpack',
  '🥊': 'boxing glove',
  '💻': 'laptop,gaming laptop',
  '🖊️': 'pen set,pen',
  '✏️': 'colour pencil,pencil',
  '🔖': 'bookmark',
  '📓': 'notebook,dotted notebook',
  '📅': 'diary',
  '💡': 'book light,table lamp,string light,bulb',
  '🎧': 'earbud,earphone,headphone',
  '📷': 'camera,action camera,instant camera,webcam',
  '⌚': 'smartwatch,watch',
  '🧼': 'bath bomb,soap dish,brush holder set,natural loofah',
  bottle: 'water bottle,thermos flask,thermo',
  saucepan: 'stainless pot,saucepan',
  towel: 'towel,bath towel,kitchen towel,baby towel',
  kennel: 'kennel,wooden kennel',
  box: 'pendant,letter pendant,silver letter pendant'
} as const satisfies Record<string, string>
export const findThings = phrases<keyof typeof THING_WORDS>(THING_WORDS)

/** Neutral pictures of what fits nothing, by the kind of supplier. */
export const PLACEHOLDERS: Record<string, string> = {
  restaurant: 'plate',
  store: 'bag',
  pharmacy: 'box',
  shop: 'box',
  service: '🛎️',
  giftCard: 'giftcard'
}
