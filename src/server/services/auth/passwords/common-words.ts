/**
 * Words that lists of leaked passwords repeat, and those most used here, folded as foldPassword does: lower case, lookalikes as letters.
 * Only the server reads them.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwd passw pass passcode passphrase secret private access login logon signin welcome letmein letmeinnow openup opensesame
changeme changeit change default temp temporary guest user username test tester testing demo sample example hello helloworld hi hey
admin administrator root superuser master manager system sysadmin server oracle database backup support service office company
qwerty qwertyu qwertyui qwertyuio qwertyuiop qwert qwer azerty asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm
qazwsx qazwsxedc wsxedc qweasd qweasdzxc qaz wsx zaq xsw qwe asd zxc abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaa
iloveyou iloveu iloveme loveyou lovely lover love loveme mylove truelove kiss kisses baby babygirl babyboy honey sweetie sweetheart darling
monkey dragon tiger lion bear wolf eagle horse panther shadow ninja samurai killer hunter ranger warrior knight soldier pirate phoenix
football soccer baseball basketball hockey tennis golf boxing liverpool chelsea arsenal manchester barcelona realmadrid juventus milan bayern
superman batman spiderman ironman starwars pokemon pikachu naruto matrix gandalf hobbit harry potter hogwarts mickey minnie disney
sunshine sunny summer autumn winter spring january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday morning night today tomorrow forever always never nothing something whatever
princess prince queen king angel angels heaven jesus christ god faith hope grace blessed trustno trustme trustnoone
michael michelle jennifer jessica ashley nicole daniel daniela david robert william james john joseph thomas charles george andrew
anthony matthew joshua justin brandon jordan taylor tyler hannah samantha amanda stephanie elizabeth maria anna natasha victoria
alexander alexandra alex aleksandr andrey sergey dmitry vladimir ivan olga tatiana elena irina svetlana marina ekaterina
freedom peace music guitar piano rock metal metallica nirvana beatles slipknot eminem rihanna madonna purple orange yellow green blue
black white red silver gold golden diamond crystal rainbow flower rose cherry apple banana strawberry chocolate cookie coffee pepper ginger
computer internet google gmail yahoo hotmail facebook instagram whatsapp telegram youtube twitter linkedin amazon apple microsoft windows
linux ubuntu android iphone samsung nokia huawei xiaomi sony playstation xbox nintendo minecraft fortnite roblox counter strike
mustang ferrari porsche mercedes bmw audi toyota honda nissan ford chevrolet corvette harley yamaha kawasaki lada
america usa england london paris france italy germany berlin russia moscow rossiya armenia armenian yerevan erevan gyumri vanadzor hayastan
karabakh artsakh tbilisi georgia caucasus european world earth planet universe galaxy
shuka shop shopping market money cash dollar bitcoin million lucky winner success victory champion number one
parol privet lubov lyubov solnce zvezda spartak zenit dinamo russian barev bari jan hayer hay haykakan siroum sirum erexa mayrik hayrik
пароль привет любовь люблю солнце солнышко наташа марина максим андрей сергей александр админ тест россия москва спартак йцукен йцуке йцукенг
фыва фывапролдж ячсмит королева принцесса ангел зайка котик мама папа армения ереван
գաղտնաբառ բարեւ բարև սեր սիրում հայաստան երեւան երևան արցախ հայեր մայրիկ հայրիկ արարատ
mother father mama papa mommy daddy family brother sister friend friends bestfriend buddy
fuckyou fuckoff fuck shit bitch asshole sexy pussy dick
school college student teacher doctor police hacker hack internet wifi wireless router modem camera phone mobile email mail
merlin maggie charlie buster max rocky bella molly lucy daisy jack sam ben george cooper bailey snoopy garfield
iqaz iqazawsx iqaz2wsx zaqi zaqixsw zaqwsx qwertz poiuyt lkjhg mnbvc mnbvcxz trewq ytrewq rewq fdsa vcxz tiger scorpion gemini libra taurus pisces aries virgo leo`
    .split(/\s+/)
    .filter(Boolean)
)
